import { expect } from '@playwright/test'
import { typeIn } from '../../e2e/type-in.ts'
import { invoiceModel } from '../../unit/models/invoice.model.ts'
import { type HeldScreens, say } from './held-screens.ts'

const name = say('invoice.name', { buyer: 'person' })
const headline = (state: string) => say('invoice.headline', { state })

/** The invoice of an order. */
export const invoiceScreens: HeldScreens = {
  model: invoiceModel,
  pages: { opened: '/order/invoice/order-1' },
  calls: { reading: 'GET /orders/order-1/invoice', sendRequest: 'POST /orders/order-1/invoice' },
  can: ({ snapshot }, { type }) =>
    type !== 'reading.changed' &&
    !(type === 'reading.done' && (snapshot.matches('sending') || snapshot.matches('editing'))),
  acts: {
    'invoice.change': async ({ page, field }, { event }) => {
      const { patch } = event.event
      await page.getByText(say('invoice.buyerOf', { buyer: 'person' }), { exact: true }).click()
      await typeIn(field(name), patch.name)
      if (patch.email !== undefined) await typeIn(field(say('invoice.email')), patch.email)
    },
    'invoice.send': ({ tap }) => tap(say('invoice.send')),
    'invoice.edit': ({ page }) =>
      page
        .getByRole('button', {
          name: new RegExp(
            `^(${say('invoice.edit', { state: 'waiting' })}|${say('invoice.edit', { state: 'declined' })})$`,
          ),
        })
        .click(),
    'invoice.leave': ({ tap }) => tap(say('invoice.leave')),
  },
  unseen: { sorting: 'It leads on at once.' },
  states: {
    unread: ({ expectVisible, text }) => expectVisible(text(say('common.loading'))),
    editing: ({ expectVisible, button }) => expectVisible(button(say('invoice.send'))),
    sending: ({ expectBusy }) => expectBusy(say('invoice.sending')),
    outcomeUnknown: ({ expectVisible, text }) => expectVisible(text(say('invoice.unknown'))),
    waiting: ({ expectVisible, heading }) => expectVisible(heading(headline('waiting'))),
    answered: async ({ expectVisible, heading, button, page }) => {
      await expectVisible(heading(headline('answered')))
      await expectVisible(button(say('invoice.download', { kind: 'invoice', type: 'PDF' })))
      await expect(page.getByRole('textbox')).toHaveCount(0)
    },
    declined: ({ expectVisible, heading }) => expectVisible(heading(headline('declined'))),
    closed: ({ expectVisible, heading }) => expectVisible(heading(headline('closed'))),
    notThere: ({ expectVisible, heading }) => expectVisible(heading(say('order.notThereTitle'))),
  },
}
