import { policy } from './numbers.ts'

const minute = 60_000
const hour = 60 * minute

/** Until when cancelling is free: 4 h before pickup (spec section 9). Milliseconds since 1970. */
export const freeCancellationUntil = (pickupTime: number): number =>
  pickupTime - policy.freeCancellationHours * hour

/**
 * From when a pickup that has not happened counts as missed: a while after the pickup time, and after the courier's
 * arrival where one came. Milliseconds since 1970.
 */
export const pickupMissedFrom = (pickupTime: number, courierArrivedTime: number | null = null): number =>
  Math.max(pickupTime, courierArrivedTime ?? 0) + policy.missedPickupMinutes * minute

/**
 * Until when an order that was placed less than 4 h before its pickup is cancelled for free: 10 min after paying, unless
 * the courier comes before. Null for any other order, and before paying. Milliseconds since 1970.
 */
export function lateFreeUntil(order: {
  pickupTime: number
  placedTime: number
  paidTime: number | null
  courierArrivedTime: number | null
}): number | null {
  const { pickupTime, placedTime, paidTime, courierArrivedTime } = order
  if (paidTime === null || placedTime <= freeCancellationUntil(pickupTime)) return null
  const until = paidTime + policy.lateCancellationMinutes * minute
  return courierArrivedTime === null ? until : Math.min(until, courierArrivedTime)
}

/**
 * Whether a paid order may be cancelled for free: until 4 h before pickup, or until `lateUntil` (`lateFreeUntil`), and
 * again once the pickup was missed (`pickupMissedFrom`).
 */
export const isFreeToCancel = (
  pickupTime: number,
  now: number,
  lateUntil: number | null = null,
  missedFrom: number = pickupMissedFrom(pickupTime),
): boolean => now <= (lateUntil ?? freeCancellationUntil(pickupTime)) || now >= missedFrom

/**
 * Terms of cancelling before the bags are picked up: free until a time, free until a time that has passed, never free
 * because the order was placed too late, free for a few minutes once it is paid, free because nobody came.
 */
export type CancelTerms = 'freeUntil' | 'freeEnded' | 'neverFree' | 'notOncePaid' | 'nobodyCame'

/** The current terms, by the same times as `isFreeToCancel`. Times in milliseconds since 1970. */
export function cancelTerms(order: {
  pickupTime: number
  placedTime: number
  isPaid: boolean
  /** Of an order that was placed late: `lateFreeUntil`. */
  lateUntil?: number | null
  missedFrom?: number
  now: number
}): CancelTerms {
  const { pickupTime, placedTime, isPaid, lateUntil = null, now } = order
  const missedFrom = order.missedFrom ?? pickupMissedFrom(pickupTime)
  const until = lateUntil ?? freeCancellationUntil(pickupTime)
  if (now <= until) return 'freeUntil'
  if (!isPaid) return 'notOncePaid'
  if (now >= missedFrom) return 'nobodyCame'
  return placedTime <= until ? 'freeEnded' : 'neverFree'
}

/**
 * By when a refund is done: within 72 h of the refusal or the cancellation (spec section 9), so there is no date before
 * one of them. Milliseconds since 1970.
 */
export const refundBy = (refundStarted: number): number => refundStarted + policy.refundHours * hour
