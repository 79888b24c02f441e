import { policy } from './numbers.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * Returns when a courier's unanswered ask expires, in ms since 1970. An ask for a later pickup, such as tomorrow's, stays
 * open for longer. `pickupTime` is null once the bags are picked up.
 */
export const askExpiresAt = (askTime: number, pickupTime: number | null): number =>
  Math.max(
    askTime + policy.askMinutes * minute,
    pickupTime === null ? 0 : pickupTime - policy.askLeadMinutes * minute,
  )

/** End of free cancellation: 4 h before pickup (spec section 9). Milliseconds since 1970. */
export const freeCancellationUntil = (pickupTime: number): number =>
  pickupTime - policy.freeCancellationHours * hour

/**
 * When a pickup counts as missed: some time after the pickup time and the courier's arrival. Milliseconds since 1970.
 */
export const pickupMissedFrom = (pickupTime: number, courierArrivedTime: number | null = null): number =>
  Math.max(pickupTime, courierArrivedTime ?? 0) + policy.missedPickupMinutes * minute

/** End of the courier's free wait at the pickup. Milliseconds since 1970. */
export const freeWaitUntil = (pickupTime: number, courierArrivedTime: number): number =>
  Math.max(pickupTime, courierArrivedTime) + policy.freeWaitMinutes * minute

/**
 * End of free cancellation for an order placed less than 4 h before pickup: 10 min after paying, or the courier's
 * arrival. Null for any other order, and before paying. Milliseconds since 1970.
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
 * Whether a paid order may be cancelled for free: until `lateUntil` (`lateFreeUntil`) or 4 h before pickup. Again once
 * the pickup is missed (`pickupMissedFrom`).
 */
export const isFreeToCancel = (
  pickupTime: number,
  now: number,
  lateUntil: number | null = null,
  missedFrom: number = pickupMissedFrom(pickupTime),
): boolean => now <= (lateUntil ?? freeCancellationUntil(pickupTime)) || now >= missedFrom

/**
 * Cancellation terms before pickup. `neverFree`: placed too late. `nobodyCame`: free since the pickup was missed.
 * `notOncePaid`: unpaid and too late, so free only for a few minutes after paying.
 */
export type CancelTerms = 'freeUntil' | 'freeEnded' | 'neverFree' | 'notOncePaid' | 'nobodyCame'

/** The current terms, by the same times as `isFreeToCancel`. Times in ms since 1970. */
export function cancelTerms(order: {
  pickupTime: number
  placedTime: number
  isPaid: boolean
  /** `lateFreeUntil` of an order placed late. */
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

/** Refund deadline: 72 h after the rejection or cancellation (spec section 9). Milliseconds since 1970. */
export const refundBy = (refundStarted: number): number => refundStarted + policy.refundHours * hour
