import * as v from 'valibot'
import { type Locale, Locale as LocaleSchema } from '../contract/common.ts'
import type { Order } from '../contract/order.ts'
import type { CustomerView } from '../contract/views.ts'
import { storageKeys } from '../lib/keys.ts'
import type { CachedPages } from '../lib/paging.machine.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { createStore } from '../lib/store.ts'
import { type Reader, readCachedOrdersSince, StoredOrder } from './cached-orders.ts'
import { isInCustomerView } from './customer-views.ts'

const CachedList = v.object({
  pages: v.object({ list: v.array(StoredOrder), next: v.nullable(v.string()) }),
  readAt: v.number(),
})

/** Lists by view. Entries stay unparsed until shown. Place names are in the store's `locale`. */
const listStore = createStore({
  key: storageKeys.keptLists,
  schema: v.object({
    version: v.literal(1),
    uin: v.string(),
    locale: LocaleSchema,
    views: v.record(v.string(), v.unknown()),
  }),
  owner: ['uin', 'locale'],
})

/** Longer lists aren't stored: the previous one stays. */
const maxOrders = 40

/** The last stored list of a view, merged with orders that were read individually since. Null if nothing is stored. */
export function readCachedOrderList(
  storage: KeyValueStorage,
  reader: Reader,
  view: CustomerView,
): CachedPages<Order> | null {
  const parsed = v.safeParse(CachedList, listStore.read(storage, reader)?.views[view])
  const list = parsed.success ? parsed.output : null
  const newerOrders = readCachedOrdersSince(storage, reader, list?.readAt ?? 0, maxOrders)
  if (newerOrders.length === 0) return list
  const ids = new Set(newerOrders.map(({ order }) => order.orderId))
  const orders = [
    ...newerOrders.map(({ order }) => order).filter(({ lifecycle }) => isInCustomerView(view, lifecycle)),
    ...(list?.pages.list ?? []).filter(({ orderId }) => !ids.has(orderId)),
  ]
  if (!list && orders.length === 0) return null
  return {
    pages: {
      list: orders.sort((one, other) => Date.parse(other.createTime) - Date.parse(one.createTime)),
      next: list?.pages.next ?? null,
    },
    readAt: list?.readAt ?? Math.min(...newerOrders.map(({ loadedAt }) => loadedAt)),
  }
}

export function cacheOrderList(
  storage: KeyValueStorage,
  owner: { uin: string; locale: Locale },
  view: CustomerView,
  list: CachedPages<Order>,
): void {
  if (list.pages.list.length > maxOrders) return
  const views = { ...listStore.read(storage, owner)?.views, [view]: list }
  listStore.write(storage, { version: 1, ...owner, views })
}
