import { createActor, fromCallback, fromPromise } from 'xstate'
import { listOrders } from '../api/contract/order.ts'
import type { CustomerView } from '../api/contract/views.ts'
import type { App } from '../app.ts'
import { onHint } from '../realtime/hints.ts'
import {
  type OrderListActor,
  type OrderListEvent,
  orderListMachine,
  type PageResult,
} from './order-list.machine.ts'

/** The traveller's orders of one view. Not started yet. */
export const createOrderList = (app: App, view: CustomerView): OrderListActor =>
  createActor(
    orderListMachine.provide({
      actors: {
        hints: fromCallback<OrderListEvent>(({ sendBack }) =>
          onHint(app, null, () => sendBack({ type: 'orders.hint' })),
        ),
        loadPage: fromPromise<PageResult, { view: CustomerView; cursor: string | null }>(
          ({ input, signal }) =>
            app.api.call(
              listOrders,
              { query: { status: String(input.view), ...(input.cursor ? { cursor: input.cursor } : {}) } },
              { signal },
            ),
        ),
      },
    }),
    { input: { view }, inspect: app.options.inspect },
  )
