import { fail, ok } from '@handsfree/core'
import { orderListMachine } from '@handsfree/core/order'
import { defineModel } from './machine-model.ts'
import { offline, order } from './samples.ts'

const withMore = { list: [order()], nextCursor: 'cursor-1' }
const theLast = { list: [order({ orderId: 'order-2' })], nextCursor: null }

/** The list of orders, page by page. */
export const orderListModel = defineModel<typeof orderListMachine>({
  machine: orderListMachine,
  starts: { 'all orders': () => ({ view: 200 }) },
  samples: {
    'reading.changed': { reading: { isReading: true }, 'not read': { isReading: false } },
    'reading.done': { 'with more': { value: withMore }, 'the last': { value: theLast } },
    'reading.gone': { '': {} },
    'orders.refresh': { '': {} },
    'orders.more': { '': {} },
    'orders.retry': { '': {} },
  },
  toldBy: { 'reading.changed': 'reading', 'reading.done': 'reading', 'reading.gone': 'reading' },
  outcomes: { loadMore: { 'with more': ok(withMore), 'the last': ok(theLast), offline: fail(offline) } },
  facts: ({ context }) => [context.orders.length, context.nextCursor !== null],
  laws: {
    'no order is listed twice': ({ snapshot: { context } }) =>
      new Set(context.orders.map(({ orderId }) => orderId)).size === context.orders.length,
    'more is asked with a cursor only': ({ calls }) =>
      calls.every(
        ({ id, input }) => id !== 'loadMore' || (input as { cursor: string | null }).cursor !== null,
      ),
  },
  simple: { steps: 8, paths: 60 },
})
