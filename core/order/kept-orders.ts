import * as v from 'valibot'
import { type Locale, Locale as LocaleSchema } from '../api/contract/common.ts'
import { Order, TraceEvent } from '../api/contract/order.ts'
import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStored } from '../storage/read-stored.ts'

/** 0.1.0 stored neither the cities of places nor a card that is being checked, and `regions` for `lifecycle`. */
const StoredOrder = v.pipe(
  v.looseObject({ pickup: v.looseObject({}), delivery: v.looseObject({}) }),
  v.transform(({ pickup, delivery, regions, ...rest }) => ({
    checkingSince: null,
    lifecycle: regions,
    ...rest,
    pickup: { cityName: '', ...pickup },
    delivery: { cityName: '', ...delivery },
  })),
  Order,
)

/** A stored order, and when it was read: milliseconds since 1970. */
const KeptOrder = v.object({
  /** Names of places are in this language. */
  locale: LocaleSchema,
  order: StoredOrder,
  trace: v.array(TraceEvent),
  loadedAt: v.number(),
})
export type KeptOrder = v.InferOutput<typeof KeptOrder>

/** Another version, another owner or a broken text is dropped. */
const KeptOrders = v.object({ version: v.literal(1), uin: v.string(), orders: v.array(KeptOrder) })

/** Number of stored orders: those on their way, the last read first. */
const kept = 3

type Reader = { uin: string; locale: Locale }

function readAll(storage: KeyValueStorage, uin: string): KeptOrder[] {
  const stored = readStored(storage, storageKeys.keptOrders, KeptOrders)
  return stored?.uin === uin ? stored.orders : []
}

function writeAll(storage: KeyValueStorage, uin: string, orders: KeptOrder[]): void {
  if (orders.length === 0) storage.remove(storageKeys.keptOrders)
  else storage.set(storageKeys.keptOrders, JSON.stringify({ version: 1, uin, orders: orders.slice(0, kept) }))
}

/** A traveller's order as it was last read in this language; null when it is not stored, or is over. */
export const readKeptOrder = (
  storage: KeyValueStorage,
  { uin, locale }: Reader,
  orderId: string,
): KeptOrder | null =>
  readAll(storage, uin).find((found) => found.order.orderId === orderId && found.locale === locale) ?? null

/** Deletes an order, such as one that is not found any more. */
export const forgetKeptOrder = (storage: KeyValueStorage, uin: string, orderId: string): void =>
  writeAll(
    storage,
    uin,
    readAll(storage, uin).filter(({ order }) => order.orderId !== orderId),
  )

/** Stores an order for a visit without a network; deletes one that is over. */
export function keepOrder(
  storage: KeyValueStorage,
  { uin, locale }: Reader,
  { order, trace, loadedAt }: Omit<KeptOrder, 'locale'>,
): void {
  const others = readAll(storage, uin).filter((found) => found.order.orderId !== order.orderId)
  const isOver = order.lifecycle.closing !== 'open'
  writeAll(storage, uin, isOver ? others : [{ locale, order, trace, loadedAt }, ...others])
}
