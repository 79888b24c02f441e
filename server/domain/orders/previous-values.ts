import { changeableFieldNames } from '@handsfree/core/contract'
import type { OrderRow } from './orders.table.ts'
import type { TraceFacts } from './types.ts'

type PreviousValues = NonNullable<TraceFacts['facts']['before']>

export function previousValuesOf(before: OrderRow, after: OrderRow): PreviousValues {
  const previousValues: PreviousValues = {}
  if (JSON.stringify(before.deliveryPlace) !== JSON.stringify(after.deliveryPlace)) {
    previousValues.place = before.deliveryPlace.name
  }
  for (const time of ['pickupTime', 'deliveryTime'] as const) {
    if (before[time].getTime() !== after[time].getTime()) previousValues[time] = before[time].toISOString()
  }
  if (before.pieces !== after.pieces) previousValues.pieces = before.pieces
  const isSameReceiver =
    before.receiverName === after.receiverName &&
    before.receiverDialCode === after.receiverDialCode &&
    before.receiverPhoneNumber === after.receiverPhoneNumber &&
    before.receiverLocale === after.receiverLocale
  if (!isSameReceiver) previousValues.receiverName = before.receiverName
  if (before.pickupPlace.roomNumber !== after.pickupPlace.roomNumber) {
    previousValues.roomNumber = before.pickupPlace.roomNumber
  }
  for (const name of changeableFieldNames) {
    if (before[name] !== after[name]) previousValues[name] = before[name] ?? ''
  }
  return previousValues
}
