import { chooseReturn, operatorReturn, type ReturnChoice } from '@handsfree/core/api'
import type { TestServer } from './harness.ts'
import { carryToDelivery, operate, pickupTime, storeAtDelivery, type TestTraveller } from './trip.ts'

/** What tests of returns do with a traveller's order: bring it to its storage, choose, and take the operator's steps. */
export const returnsOf = (server: TestServer, ada: TestTraveller) => ({
  stored: async () => {
    const order = await ada.paidOrder()
    server.clock.set(pickupTime)
    await carryToDelivery(server, order)
    await storeAtDelivery(server, order)
    return order
  },
  choose: (orderId: string, choice: ReturnChoice) =>
    server.call(chooseReturn, { params: { orderId }, body: { choice }, token: ada.token }),
  step: async (orderId: string, body: unknown) => (await operate(server, operatorReturn, orderId, body)).code,
  returningOf: async (orderId: string) => (await ada.read(orderId)).returning,
})
