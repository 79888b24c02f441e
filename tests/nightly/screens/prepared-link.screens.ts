import { preparedProblemText } from '@handsfree/core/crew'
import { expect } from '@playwright/test'
import { preparedLinkModel } from '../../unit/models/prepared-link.model.ts'
import { deskAnswers, intl, signedInDesk } from './crew-visit.ts'
import { type HeldScreens, say } from './held-screens.ts'

const texts = say('crewPrepared.textLink')
const withdraw = say('crewPrepared.withdraw')

/** A desk shows an order’s code to its guest. */
export const preparedLinkScreens: HeldScreens = {
  model: preparedLinkModel,
  pages: { opened: '/crew/prepared/prepared-1' },
  calls: {
    reading: 'GET /operator/prepared-orders/prepared-1',
    textLink: 'POST /operator/prepared-orders/prepared-1/text',
    withdraw: 'POST /operator/prepared-orders/prepared-1/withdraw',
  },
  answers: {
    ...deskAnswers,
    'GET /operator/orders': { list: [], nextCursor: null },
    'GET /operator/prepared-orders': [],
  },
  stored: () => signedInDesk,
  can: ({ snapshot }, { type }) =>
    type !== 'reading.changed' && (!type.startsWith('reading.') || snapshot.matches('waiting')),
  appearance: ({ snapshot: { value, context } }) => [
    value,
    context.link?.guest,
    context.link?.textsLeft,
    context.link?.order.textState,
    JSON.stringify(context.problem),
  ],
  acts: {
    'link.text': ({ tap }) => tap(texts),
    'link.withdraw': async ({ tap, page }) => {
      await tap(withdraw)
      await page.getByRole('alertdialog').getByRole('button', { name: withdraw }).click()
    },
  },
  states: {
    waiting: async ({ expectVisible, heading, button, page }, { snapshot }) => {
      const { link, problem } = snapshot.context
      if (!link) return
      await expectVisible(heading(say('crewPrepared.scan')))
      await expect(button(texts)).toHaveCount(link.guest ? 1 : 0)
      if (link.guest)
        await expect(button(texts)).toBeEnabled({ enabled: snapshot.can({ type: 'link.text' }) })
      if (problem) await expect(page.getByText(preparedProblemText(intl, problem))).toBeVisible()
    },
    texting: ({ expectBusy }) => expectBusy(texts),
    withdrawing: ({ expectBusy }) => expectBusy(withdraw),
    withdrawn: ({ expectVisible, heading }) => expectVisible(heading(say('crewPrepared.withdrawn'))),
  },
}
