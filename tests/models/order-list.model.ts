import { fail, ok } from '@handsfree/core'
import { orderListMachine } from '@handsfree/core/order'
import { defineModel } from './machine-model.ts'
import { offline, order } from './samples.ts'

const pages = {
  'with more': ok({ list: [order()], nextCursor: 'cursor-1' }),
  'the last': ok({ list: [order({ orderId: 'order-2' })], nextCursor: null }),
  offline: fail(offline),
}

/** The list of orders, page by page. */
export const orderListModel = defineModel<typeof orderListMachine>({
  machine: orderListMachine,
  starts: { 'all orders': () => ({ view: 200 }) },
  samples: {
    'orders.hint': { '': {} },
    'orders.refresh': { '': {} },
    'orders.more': { '': {} },
    'orders.retry': { '': {} },
  },
  toldBy: { 'orders.hint': 'hints' },
  outcomes: { loadPage: pages, refreshPage: pages, loadMore: pages },
  facts: ({ context }) => [context.orders.length, context.nextCursor !== null],
  laws: {
    'no order is listed twice': ({ snapshot: { context } }) =>
      new Set(context.orders.map(({ orderId }) => orderId)).size === context.orders.length,
    'only a first page is asked without a cursor': ({ calls }) =>
      calls.every(
        ({ id, input }) =>
          id === 'hints' || (id === 'loadMore') === ((input as { cursor: string | null }).cursor !== null),
      ),
  },
  simple: { steps: 8, paths: 60 },
})
