import { expect } from '@playwright/test'
import { typeIn } from '../../e2e/type-in.ts'
import { claim, claimsModel } from '../../unit/models/claims.model.ts'
import { type HeldScreens, say, type Visit } from './held-screens.ts'

const titles: Record<string, string> = {
  accept: say('claim.ask.accept'),
  complain: say('claim.ask.complain'),
}
const sends: Record<string, string> = {
  accept: say('claim.acceptAmount', { amount: '¥400.00' }),
  complain: say('claim.askSend', { action: 'complain' }),
}
const inSheet = ({ dialog }: Visit, action: string) => dialog(titles[action] ?? '')
const send = (visit: Visit, action: string) =>
  inSheet(visit, action).getByRole('button', { name: sends[action] ?? '', exact: true })

/** An order's claims and the traveller's answers. */
export const claimsScreens: HeldScreens = {
  model: claimsModel,
  pages: { opened: '/order/claims/order-1' },
  calls: {
    reading: 'GET /orders/order-1/claims',
    answerClaim: ['POST /claims/claim-1/accept', 'POST /claims/claim-1/complain'],
  },
  sentFor: (actorId, value) =>
    actorId === 'answerClaim' ? claim({ stage: 'accepted', actions: [] }) : value,
  // Refetches only while no request is pending; headless paths cover races.
  can: ({ snapshot }, { type }) => {
    if (type === 'reading.changed' || type === 'claims.changed') return false
    return type !== 'reading.done' || snapshot.matches('idle')
  },
  appearance: ({ snapshot: { value, context } }) => [
    value,
    context.answer?.action ?? context.claims?.list[0]?.stage,
    context.problem !== null,
  ],
  acts: {
    'answer.begin': ({ tap }, { event }) =>
      tap(event.label === 'accept' ? (sends.accept ?? '') : say('claim.complain')),
    'answer.write': ({ dialog, page }, { event }) =>
      typeIn(
        dialog(titles.complain ?? '')
          .or(page.getByRole('dialog'))
          .getByRole('textbox'),
        event.event.words,
      ),
    'answer.send': ({ page }) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^(${sends.accept}|${sends.complain})$`) })
        .click(),
    'answer.dismiss': ({ page }) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: say('common.close'), exact: true })
        .click(),
  },
  states: {
    idle: async ({ expectVisible, text, page }, { snapshot: { context } }) => {
      await expect(page.getByRole('dialog')).toHaveCount(0)
      if (!context.claims) return
      const { stage } = context.claims.list[0] ?? {}
      await expectVisible(text(say('claim.stage', { stage })))
    },
    asking: async (visit, { snapshot }) => {
      const { answer, problem } = snapshot.context
      await visit.expectVisible(inSheet(visit, answer.action))
      await expect(send(visit, answer.action)).toBeEnabled()
      const isMissing = snapshot.matches({ asking: 'showingErrors' }) && answer.words.trim() === ''
      await expect(visit.text(say('claim.askWordsRequired'))).toHaveCount(isMissing ? 1 : 0)
      if (problem) await expect(inSheet(visit, answer.action).getByRole('alert')).toBeVisible()
    },
    answering: (visit, { snapshot }) =>
      expect(send(visit, snapshot.context.answer.action)).toHaveAttribute('aria-busy', 'true'),
  },
}
