import type { App } from '../app.ts'
import { listOrders, type Order } from '../contract/order.ts'
import type { CustomerView } from '../contract/views.ts'
import type { Pages } from '../lib/paging.machine.ts'
import { ok } from '../lib/result.ts'
import { createPaging, type PagingActor } from '../realtime/create-paging.ts'
import { onHint } from '../realtime/hints.ts'
import { cacheOrderList, readCachedOrderList } from './cached-order-lists.ts'
import { readerOf } from './cached-orders.ts'

export type OrderListActor = PagingActor<Order>

/**
 * The traveller's orders of one view, newest first. Stores each reading so that it can be shown offline. Created, not
 * started.
 */
export function createOrderList(app: App, view: CustomerView): OrderListActor {
  const { storage, isOnline } = app.platform
  const { locale } = app.language.getSnapshot().context
  const currentUin = () => app.auth.getSnapshot().context.account?.uin
  const uin = currentUin()
  const actor = createPaging<Order>(
    app,
    {
      watch: (listener) => onHint(app, null, listener),
      async read(cursor, signal) {
        const query = { status: String(view), ...(cursor ? { cursor } : {}) }
        const page = await app.api.call(listOrders, { query }, { signal })
        return page.ok ? ok({ list: page.value.list, next: page.value.nextCursor }) : page
      },
      idOf: ({ orderId }) => orderId,
    },
    uin === undefined ? null : readCachedOrderList(storage, readerOf({ uin, locale }, isOnline()), view),
  )
  let lastPages = actor.getSnapshot().context.pages
  actor.subscribe(({ context }) => {
    const { pages, readAt } = context
    if (pages === lastPages || readAt === null) return
    lastPages = pages
    // Skip if the traveller has signed out since.
    if (uin === undefined || currentUin() !== uin) return
    cacheOrderList(storage, { uin, locale }, view, { pages: pages as Pages<Order>, readAt })
  })
  return actor
}
