import { failureText } from '@handsfree/core/i18n'
import { expect } from '@playwright/test'
import { typeIn } from '../../e2e/type-in.ts'
import { operatorOrder } from '../../unit/models/samples.ts'
import { staffNoteModel } from '../../unit/models/staff-note.model.ts'
import { deskAnswers, intl, signedInDesk } from './crew-visit.ts'
import { type HeldScreens, say } from './held-screens.ts'

/** A desk's note about an order. */
export const staffNoteScreens: HeldScreens = {
  model: staffNoteModel,
  pages: { opened: `/crew/orders/${operatorOrder().orderId}` },
  calls: { sendNote: `POST /operator/orders/${operatorOrder().orderId}/notes` },
  answers: {
    ...deskAnswers,
    [`GET /operator/orders/${operatorOrder().orderId}`]: operatorOrder(),
    'GET /operator/orders': { list: [], nextCursor: null },
  },
  stored: () => signedInDesk,
  appearance: ({ snapshot: { value, context } }) => [
    value,
    context.words.trim() === '',
    JSON.stringify(context.problem),
  ],
  acts: {
    'note.open': ({ tap }) => tap(say('crewNote.write')),
    'note.change': ({ field }, { event }) => typeIn(field(say('crewNote.words')), event.event.words),
    'note.send': ({ button }) =>
      button(say('crewNote.send'))
        .or(button(say('crewNote.retry')))
        .click(),
    'note.drop': ({ tap }) => tap(say('common.close')),
  },
  states: {
    closed: ({ expectVisible, button }) => expectVisible(button(say('crewNote.write'))),
    writing: async ({ dialog, page }, { snapshot }) => {
      const { problem } = snapshot.context
      await expect(dialog(say('crewNote.write'))).toBeVisible()
      if (problem) await expect(page.getByRole('alert')).toHaveText(failureText(intl, problem))
    },
    sending: ({ expectBusy }) => expectBusy(say('crewNote.send')),
    sent: ({ expectVisible, text }) => expectVisible(text(say('crewNote.sent'))),
  },
}
