import {
  operationActions as action,
  draftNoteNames,
  customerNotificationTypes as notification,
} from '@handsfree/core/api'
import type { Consequences } from './consequences.types.ts'
import type { Moved } from './moved-columns.ts'
import type { OrderRow } from './orders.table.ts'
import type { TraceFacts } from './types.ts'

type Former = NonNullable<TraceFacts['facts']['before']>

/** The facts that a change replaced. */
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
  for (const note of draftNoteNames) {
    if (before[note] !== after[note]) former[note] = before[note]
  }
  return former
}

/** What follows when a traveller changes their order. */
export function changedByTraveller({ before, after, details }: Moved): Consequences {
  const former = formerFacts(before, after)
  const { place, ...others } = former
  const back = before.amountPaid - after.amountPaid
  return {
    // Who changes the number of bags has counted them.
    columns: former.pieces === undefined ? {} : { countConsent: null, bookedPieces: null },
    trace: { type: 'updated', facts: { before: former } },
    actions: [
      ...(place
        ? [
            {
              action: action.changeDestination,
              details: { from: place['en-US'], to: after.deliveryPlace.name['en-US'] },
            },
          ]
        : []),
      // Names of what changed: a log never holds the receiver.
      ...(Object.keys(others).length > 0
        ? [{ action: action.packageChange, details: { ...details, changed: Object.keys(others) } }]
        : []),
    ],
    notification: {
      type: notification.orderUpdated,
      facts: {
        change: 'orderChanged',
        ...(back > 0 ? { refund: { amount: back, currency: after.currency } } : {}),
      },
    },
  }
}
