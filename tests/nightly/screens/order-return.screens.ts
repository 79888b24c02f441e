import { expect } from '@playwright/test'
import { orderReturnModel } from '../../unit/models/order-return.model.ts'
import { type HeldScreens, say } from './held-screens.ts'

const pick = (kind: string) => say('orderReturn.pick', { kind })
const send = (kind: string) => say('orderReturn.send', { kind })

/** The return of bags that weren't collected. */
export const orderReturnScreens: HeldScreens = {
  model: orderReturnModel,
  pages: { opened: '/order/return/order-1' },
  calls: { reading: 'GET /orders/order-1', sendChoice: 'POST /orders/order-1/return' },
  // A site is chosen by the search, which has its own screens.
  can: ({ snapshot }, { type, label }) =>
    type !== 'reading.changed' &&
    type !== 'choice.locate' &&
    label !== 'address' &&
    !(type === 'reading.done' && (snapshot.matches('sending') || snapshot.matches('choosing'))),
  appearance: ({ snapshot: { value, context } }) => [value, value === 'choosing' && context.problem?.kind],
  unseen: { sorting: 'It leads on at once.' },
  acts: {
    'choice.pick': ({ page }, { event }) => page.getByText(pick(event.label), { exact: true }).click(),
    'choice.send': ({ page }) =>
      page.getByRole('button', { name: new RegExp(`^(${send('back')}|${send('keep')})$`) }).click(),
    'choice.edit': ({ tap }) => tap(say('orderReturn.change')),
    'choice.leave': ({ tap }) => tap(say('orderReturn.leave')),
  },
  states: {
    unread: ({ expectVisible, text }) => expectVisible(text(say('common.loading'))),
    choosing: async ({ page }, { snapshot: { context } }) => {
      await expect(page.getByRole('radio', { name: pick('back') })).toBeEnabled()
      const name = send(context.draft.kind ?? 'none')
      const button = page.getByRole('button', { name, exact: true })
      await expect(button).toBeEnabled({ enabled: context.draft.kind !== null })
      await expect(page.getByRole('alert')).toHaveCount(context.problem ? 1 : 0)
    },
    sending: ({ expectBusy }, { snapshot }) => expectBusy(send(snapshot.context.draft.kind)),
    outcomeUnknown: ({ expectVisible, text }) => expectVisible(text(say('orderReturn.unknown'))),
    chosen: ({ expectVisible, button }) => expectVisible(button(say('orderReturn.change'))),
    moving: async ({ expectVisible, page, button }) => {
      await expectVisible(page.getByText(say('orderReturn.free'), { exact: true }))
      await expect(page.getByRole('radio')).toHaveCount(0)
      await expect(button(say('orderReturn.change'))).toHaveCount(0)
    },
    there: ({ expectVisible, text }) => expectVisible(text(say('orderReturn.free'))),
    over: ({ expectVisible, heading }) => expectVisible(heading(say('orderReturn.over'))),
    notThere: ({ expectVisible, heading }) => expectVisible(heading(say('order.notThereTitle'))),
  },
}
