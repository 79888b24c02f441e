import { chooseReturn, type Order, operatorReturn, type ReturnChoice } from '@handsfree/core/contract'
import type { TestServer } from './harness.ts'
import { carryToDelivery, operate, pickupTime, storeAtDelivery, type TestTraveller } from './trip.ts'

async function carryOrder(server: TestServer, ada: TestTraveller): Promise<Order> {
  const order = await ada.paidOrder()
  server.clock.set(pickupTime)
  await carryToDelivery(server, order)
  return order
}

/** Steps of a traveller's return: bring the order to storage, choose, and operate the return. */
export const returnsOf = (server: TestServer, ada: TestTraveller) => ({
  carried: () => carryOrder(server, ada),
  stored: async () => {
    const order = await carryOrder(server, ada)
    await storeAtDelivery(server, order)
    return order
  },
  choose: (orderId: string, choice: ReturnChoice) =>
    server.call(chooseReturn, { params: { orderId }, body: { choice }, token: ada.token }),
  step: async (orderId: string, body: unknown) => (await operate(server, operatorReturn, orderId, body)).code,
  returningOf: async (orderId: string) => (await ada.read(orderId)).returning,
})
