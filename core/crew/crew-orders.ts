import * as v from 'valibot'
import { OperatorOrder } from '../contract/operator.ts'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { createStore } from '../lib/store.ts'

const UnparsedOrder = v.looseObject({ orderId: v.string() })

/** Entries stay unparsed until shown. `details` has the persons that only the logged reading has. */
const store = createStore({
  key: storageKeys.crewOrders,
  schema: v.object({
    version: v.literal(1),
    employeeId: v.string(),
    open: v.nullable(v.array(UnparsedOrder)),
    details: v.array(UnparsedOrder),
  }),
  owner: ['employeeId'],
})

/** About 5 KB each, of the 5 MB that browsers grant. */
const maxOrders = 100

const parse = (stored: unknown): OperatorOrder[] => {
  const parsed = v.safeParse(OperatorOrder, stored)
  return parsed.success ? [parsed.output] : []
}

/** The employee's open orders as last read; null if they aren't stored. */
export const readOpenCrewOrders = (storage: KeyValueStorage, employeeId: string): OperatorOrder[] | null =>
  store.read(storage, { employeeId })?.open?.flatMap(parse) ?? null

/** An order as last read, with its persons if it was opened on this device; null if it isn't stored. */
export function readCrewOrder(
  storage: KeyValueStorage,
  employeeId: string,
  orderId: string,
): OperatorOrder | null {
  const stored = store.read(storage, { employeeId })
  const found = [...(stored?.details ?? []), ...(stored?.open ?? [])].find(
    (order) => order.orderId === orderId,
  )
  return parse(found)[0] ?? null
}

/** Replaces the open orders, and drops the details of others. Longer lists aren't stored. */
export function saveOpenCrewOrders(
  storage: KeyValueStorage,
  employeeId: string,
  open: readonly OperatorOrder[],
): void {
  if (open.length > maxOrders) return
  const details = (store.read(storage, { employeeId })?.details ?? []).filter(({ orderId }) =>
    open.some((order) => order.orderId === orderId),
  )
  store.write(storage, { version: 1, employeeId, open: [...open], details })
}

/** Stores one order with its persons. */
export function saveCrewOrder(storage: KeyValueStorage, employeeId: string, order: OperatorOrder): void {
  const stored = store.read(storage, { employeeId })
  const others = (stored?.details ?? []).filter(({ orderId }) => orderId !== order.orderId)
  const details = [...others, order].slice(-maxOrders)
  store.write(storage, { version: 1, employeeId, open: stored?.open ?? null, details })
}
