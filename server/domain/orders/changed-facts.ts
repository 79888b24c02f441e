import { changeableFieldNames } from '@handsfree/core/contract'
import type { OrderRow } from './orders.table.ts'
import type { TraceFacts } from './types.ts'

type Former = NonNullable<TraceFacts['facts']['before']>

export function formerFacts(before: OrderRow, after: OrderRow): Former {
  const former: Former = {}
  if (JSON.stringify(before.deliveryPlace) !== JSON.stringify(after.deliveryPlace)) {
    former.place = before.deliveryPlace.name
  }
  for (const time of ['pickupTime', 'deliveryTime'] as const) {
    if (before[time].getTime() !== after[time].getTime()) former[time] = before[time].toISOString()
  }
  if (before.pieces !== after.pieces) former.pieces = before.pieces
  const isSameReceiver =
    before.receiverName === after.receiverName &&
    before.receiverDialCode === after.receiverDialCode &&
    before.receiverPhoneNumber === after.receiverPhoneNumber &&
    before.receiverLocale === after.receiverLocale
  if (!isSameReceiver) former.receiverName = before.receiverName
  if (before.pickupPlace.roomNumber !== after.pickupPlace.roomNumber) {
    former.roomNumber = before.pickupPlace.roomNumber
  }
  for (const name of changeableFieldNames) {
    if (before[name] !== after[name]) former[name] = before[name] ?? ''
  }
  return former
}
