import { expect } from '@playwright/test'
import { receiverLinkModel } from '../../unit/models/receiver-link.model.ts'
import { order } from '../../unit/models/samples.ts'
import { type HeldScreens, say } from './held-screens.ts'

const { lifecycle } = order()
/** Bags on their way, so there is something to collect. */
const onTheWay = order({
  status: 'in_transit',
  claimCode: '482015',
  lifecycle: { ...lifecycle, review: 'pass', payment: 'paid', pickup: 'pickuped', transport: 'inProgress' },
  actions: [],
})

/** The receiver's link on the order's page. */
export const receiverLinkScreens: HeldScreens = {
  model: receiverLinkModel,
  pages: { opened: '/order/detail/order-1' },
  calls: {
    reading: 'GET /orders/order-1/receiver-link',
    makeLink: 'POST /orders/order-1/receiver-link',
    revokeLink: 'POST /orders/order-1/receiver-link/take-back',
  },
  answers: { 'GET /orders/order-1': { ...onTheWay, trace: [] } },
  enter: ({ tap }) => tap(say('receiverLink.open')),
  appearance: ({ snapshot }) => [
    snapshot.value,
    snapshot.context.problem !== null,
    snapshot.context.showsClaimCode,
  ],
  // Only headless paths refetch a shown page. A link starts without the code, so showing it is a switch.
  can: ({ snapshot }, { type, label }) => {
    if (type.startsWith('reading.')) return type === 'reading.done' && snapshot.matches('unread')
    if (type !== 'link.make') return true
    if (snapshot.matches('none')) return label === 'without it'
    return (label === 'with the code') !== snapshot.context.showsClaimCode
  },
  acts: {
    'link.make': async ({ page, tap }, { event }) => {
      const words = event.label === 'with the code' ? 'receiverLink.withCode' : 'receiverLink.withoutCode'
      const choice = page.getByText(say(words), { exact: true })
      if (await choice.isVisible()) await choice.click()
      else await tap(say('receiverLink.make'))
    },
    'link.revoke': ({ tap }) => tap(say('receiverLink.takeBack')),
  },
  states: {
    unread: ({ dialog }) =>
      expect(dialog(say('receiverLink.title')).getByRole('status')).toHaveAttribute('aria-busy', 'true'),
    none: ({ expectVisible, button }) => expectVisible(button(say('receiverLink.make'))),
    making: ({ page }) => expect(page.locator('[role=dialog] button[aria-busy=true]')).toHaveCount(1),
    made: async ({ expectVisible, page, button }, { snapshot }) => {
      await expectVisible(
        page.getByText('/trip/abcdefghijklmnopqrstuv'),
        button(say('receiverLink.takeBack')),
      )
      const shown = snapshot.context.showsClaimCode ? 'receiverLink.withCode' : 'receiverLink.withoutCode'
      await expect(page.getByRole('radio', { name: say(shown) })).toBeChecked()
    },
    revoking: ({ expectBusy }) => expectBusy(say('receiverLink.takeBack')),
  },
}
