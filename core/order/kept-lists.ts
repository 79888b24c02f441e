import * as v from 'valibot'
import { type Locale, Locale as LocaleSchema } from '../api/contract/common.ts'
import type { Order } from '../api/contract/order.ts'
import type { CustomerView } from '../api/contract/views.ts'
import type { KeyValueStorage } from '../platform.ts'
import type { KeptPages } from '../reading/paging.machine.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStored } from '../storage/read-stored.ts'
import { isInCustomerView } from './customer-views.ts'
import { type Reader, readKeptOrdersSince, StoredOrder } from './kept-orders.ts'

/** A stored list of orders, and when it was read: milliseconds since 1970. */
const KeptList = v.object({
  pages: v.object({ list: v.array(StoredOrder), next: v.nullable(v.string()) }),
  readAt: v.number(),
})

/**
 * Lists by view, each read when it is shown. Another version, another owner or a broken text is dropped. Names of places
 * are in one language.
 */
const KeptLists = v.object({
  version: v.literal(1),
  uin: v.string(),
  locale: LocaleSchema,
  views: v.record(v.string(), v.unknown()),
})

/** A longer list is not stored: the one before stays. */
const longest = 40

function readViews(storage: KeyValueStorage, { uin, locale }: Reader): Record<string, unknown> {
  const stored = readStored(storage, storageKeys.keptLists, KeptLists)
  return stored?.uin === uin && (stored.locale === locale || locale === null) ? stored.views : {}
}

/**
 * A traveller's orders of a view as they were last read, in a list or each on its page; null when none
 * is stored.
 */
export function readKeptList(
  storage: KeyValueStorage,
  reader: Reader,
  view: CustomerView,
): KeptPages<Order> | null {
  const parsed = v.safeParse(KeptList, readViews(storage, reader)[view])
  const list = parsed.success ? parsed.output : null
  const newer = readKeptOrdersSince(storage, reader, list?.readAt ?? 0, longest)
  if (newer.length === 0) return list
  const ids = new Set(newer.map(({ order }) => order.orderId))
  const orders = [
    ...newer.map(({ order }) => order).filter(({ lifecycle }) => isInCustomerView(view, lifecycle)),
    ...(list?.pages.list ?? []).filter(({ orderId }) => !ids.has(orderId)),
  ]
  if (!list && orders.length === 0) return null
  return {
    pages: {
      list: orders.sort((one, other) => Date.parse(other.createTime) - Date.parse(one.createTime)),
      next: list?.pages.next ?? null,
    },
    readAt: list?.readAt ?? Math.min(...newer.map(({ loadedAt }) => loadedAt)),
  }
}

/** Stores the orders of a view for a visit without a network. */
export function keepList(
  storage: KeyValueStorage,
  owner: { uin: string; locale: Locale },
  view: CustomerView,
  list: KeptPages<Order>,
): void {
  if (list.pages.list.length > longest) return
  const views = { ...readViews(storage, owner), [view]: list }
  storage.set(storageKeys.keptLists, JSON.stringify({ version: 1, ...owner, views }))
}
