import * as v from 'valibot'
import { type Locale, Locale as LocaleSchema } from '../contract/common.ts'
import { Order, TraceEvent } from '../contract/order.ts'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { createStore } from '../lib/store.ts'

/**
 * Migrates older stored orders. 0.1.0 stored no `cityName` or `checkingSince`, and called `lifecycle` `regions`.
 * Releases up to 0.2.0 stored no `access`.
 */
export const StoredOrder = v.pipe(
  v.looseObject({ pickup: v.looseObject({}), delivery: v.looseObject({}) }),
  v.transform(({ pickup, delivery, regions, ...rest }) => ({
    checkingSince: null,
    access: 'frontDesk' as const,
    lifecycle: regions,
    ...rest,
    pickup: { cityName: '', ...pickup },
    delivery: { cityName: '', ...delivery },
  })),
  Order,
)

/** `loadedAt` is ms since 1970. */
const CachedOrder = v.object({
  /** Language of the place names. */
  locale: LocaleSchema,
  order: StoredOrder,
  trace: v.array(TraceEvent),
  loadedAt: v.number(),
})
export type CachedOrder = v.InferOutput<typeof CachedOrder>

const UnparsedOrder = v.looseObject({ order: v.looseObject({ orderId: v.string() }) })

/** Newest first. Entries stay unparsed until shown, so a page parses only its own order. */
const orderStore = createStore({
  key: storageKeys.keptOrders,
  schema: v.object({ version: v.literal(1), uin: v.string(), orders: v.array(UnparsedOrder) }),
  owner: ['uin'],
})

/** About 4 KB each, of the 5 MB that browsers grant. */
const maxOrders = 100

type Owner = { uin: string; locale: Locale }
/** `locale` is null offline: any stored language is better than none. */
export type Reader = { uin: string; locale: Locale | null }

/** Reader of the offline store. Online, it reads only entries in the owner's language. */
export const readerOf = (owner: Owner, isOnline: boolean): Reader =>
  isOnline ? owner : { ...owner, locale: null }

type UnparsedOrder = v.InferOutput<typeof UnparsedOrder>

const readAll = (storage: KeyValueStorage, uin: string): UnparsedOrder[] =>
  orderStore.read(storage, { uin })?.orders ?? []

function writeAll(storage: KeyValueStorage, uin: string, orders: UnparsedOrder[]): void {
  if (orders.length === 0) orderStore.remove(storage, { uin })
  else orderStore.write(storage, { version: 1, uin, orders: orders.slice(0, maxOrders) })
}

/** The last stored reading of an order; null if it isn't stored in the reader's language. */
export function readCachedOrder(
  storage: KeyValueStorage,
  { uin, locale }: Reader,
  orderId: string,
): CachedOrder | null {
  const found = readAll(storage, uin).find(({ order }) => order.orderId === orderId)
  const parsed = v.safeParse(CachedOrder, found)
  return parsed.success && (parsed.output.locale === locale || locale === null) ? parsed.output : null
}

/** Up to `most` stored orders read after `since` (ms since 1970), newest reading first. */
export const readCachedOrdersSince = (
  storage: KeyValueStorage,
  { uin, locale }: Reader,
  since: number,
  limit: number,
): CachedOrder[] =>
  readAll(storage, uin)
    .filter((found) => (found.locale === locale || locale === null) && Number(found.loadedAt) > since)
    .slice(0, limit)
    .flatMap((found) => {
      const parsed = v.safeParse(CachedOrder, found)
      return parsed.success ? [parsed.output] : []
    })

export const removeCachedOrder = (storage: KeyValueStorage, uin: string, orderId: string): void =>
  writeAll(
    storage,
    uin,
    readAll(storage, uin).filter(({ order }) => order.orderId !== orderId),
  )

export function cacheOrder(
  storage: KeyValueStorage,
  { uin, locale }: Owner,
  { order, trace, loadedAt }: Omit<CachedOrder, 'locale'>,
): void {
  const others = readAll(storage, uin).filter((found) => found.order.orderId !== order.orderId)
  writeAll(storage, uin, [{ locale, order, trace, loadedAt }, ...others])
}
