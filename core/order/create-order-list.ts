import { listOrders, type Order } from '../api/contract/order.ts'
import type { CustomerView } from '../api/contract/views.ts'
import type { App } from '../app.ts'
import { createPaging, type PagingActor } from '../reading/create-paging.ts'
import { onHint } from '../realtime/hints.ts'
import { ok } from '../result.ts'

export type OrderListActor = PagingActor<Order>

/** The traveller's orders of one view, newest first. Not started yet. */
export const createOrderList = (app: App, view: CustomerView): OrderListActor =>
  createPaging<Order>(app, {
    watch: (listener) => onHint(app, null, listener),
    async read(cursor, signal) {
      const query = { status: String(view), ...(cursor ? { cursor } : {}) }
      const page = await app.api.call(listOrders, { query }, { signal })
      return page.ok ? ok({ list: page.value.list, next: page.value.nextCursor }) : page
    },
    idOf: ({ orderId }) => orderId,
  })
