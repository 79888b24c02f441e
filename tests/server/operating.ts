import {
  type CallShape,
  type Order,
  operatorGetOrder,
  operatorListOperations,
} from '@handsfree/core/contract'
import { expect } from 'vitest'
import type { TestServer } from './harness.ts'
import { operate, operatorToken } from './trip.ts'

/** An operator's calls on orders, one second apart. */
export const operatorActions = (server: TestServer) => ({
  /** Makes a call and returns its result. Throws if the server refuses it. */
  async run<Shape extends CallShape>({ orderId }: Order, shape: Shape, body: unknown = {}) {
    server.clock.advance(1000)
    const answer = await operate(server, shape, orderId, body)
    if (answer.code !== 0) throw new Error(`${shape.path} refused: ${JSON.stringify(answer)}`)
    return answer.result
  },
  /** Makes the calls in order, and expects each code. */
  async expectCodes({ orderId }: Order, calls: [code: number, shape: CallShape, body?: unknown][]) {
    for (const [code, shape, body] of calls)
      expect(
        (await operate(server, shape, orderId, body)).code,
        `${shape.path} ${JSON.stringify(body)}`,
      ).toBe(code)
  },
  readFull: async ({ orderId }: Order) =>
    (await server.call(operatorGetOrder, { params: { orderId }, token: operatorToken })).result,
  log: async ({ orderId }: Order) =>
    (await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })).result,
})
