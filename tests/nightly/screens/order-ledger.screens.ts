import { expect } from '@playwright/test'
import { orderLedgerModel } from '../../unit/models/order-ledger.model.ts'
import { type HeldScreens, say, type Visit } from './held-screens.ts'

const question = ({ heading }: Visit) => heading(say('ledger.question.count', { pieces: 3, agreed: 2 }))

/** An order's photos and seals, and the questions about them. */
export const orderLedgerScreens: HeldScreens = {
  model: orderLedgerModel,
  pages: { opened: '/order/ledger/order-1' },
  calls: { reading: 'GET /orders/order-1/ledger', sendAnswer: 'POST /questions/question-1/answer' },
  can: ({ snapshot }, { type, label }) =>
    !(type === 'reading.changed' && !(label === 'failed' && snapshot.matches('unread'))) &&
    label !== 'another order’s' &&
    // A withdrawn question can't have a pending answer on the screen.
    !(type === 'reading.done' && snapshot.matches('answering')),
  appearance: ({ snapshot }) => [snapshot.value, snapshot.context.ledger?.questions[0]?.state],
  acts: {
    'question.answer': ({ tap }, { event }) =>
      tap(say(event.label === 'right' ? 'ledger.right' : 'ledger.notRight')),
    'answer.confirm': ({ page }) => page.getByRole('alertdialog').getByRole('button').first().click(),
    'answer.dismiss': ({ tap }) => tap(say('ledger.checkAgain')),
  },
  states: {
    unread: ({ expectVisible, text }) => expectVisible(text(say('common.loading'))),
    shown: async (visit, { snapshot }) => {
      const state = snapshot.context.ledger?.questions[0]?.state
      await expect(question(visit)).toHaveCount(state === 'withdrawn' ? 0 : 1)
      await expect(visit.button(say('ledger.right'))).toHaveCount(state === 'asked' ? 1 : 0)
      await expect(visit.text(say('ledger.answered.right'))).toHaveCount(state === 'right' ? 1 : 0)
      await expect(visit.page.getByRole('alert')).toHaveCount(0)
    },
    confirming: async ({ page }, { snapshot }) => {
      const answer = snapshot.context.currentAnswer?.answer === 'notRight' ? 'notRight' : 'right'
      await expect(page.getByRole('alertdialog')).toContainText(say(`ledger.confirm.${answer}`))
    },
    answering: ({ page }) => expect(page.locator('button[aria-busy=true]')).toHaveCount(1),
    outcomeUnknown: ({ isOffline }) => isOffline(),
    refused: ({ page }) => expect(page.getByRole('alert')).toContainText(say('error.1013')),
    notThere: ({ expectVisible, heading }) => expectVisible(heading(say('order.notThereTitle'))),
  },
}
