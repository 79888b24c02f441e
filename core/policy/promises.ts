import { policy } from './numbers.ts'

const minute = 60_000
const hour = 60 * minute

/** Until when cancelling is free: 4 h before pickup (spec section 9). Milliseconds since 1970. */
export const freeCancellationUntil = (pickupTime: number): number =>
  pickupTime - policy.freeCancellationHours * hour

/** From when a pickup that has not happened counts as missed. Milliseconds since 1970. */
export const pickupMissedFrom = (pickupTime: number): number =>
  pickupTime + policy.missedPickupMinutes * minute

/** Whether a paid order may be cancelled for free: until 4 h before pickup, and again once the pickup was missed. */
export const isFreeToCancel = (pickupTime: number, now: number): boolean =>
  now <= freeCancellationUntil(pickupTime) || now >= pickupMissedFrom(pickupTime)

/**
 * Terms of cancelling before the bags are picked up: free until a time, free until a time that has passed, never free
 * because the order was placed too late, not free any more once it is paid, free because nobody came.
 */
export type CancelTerms = 'freeUntil' | 'freeEnded' | 'neverFree' | 'notOncePaid' | 'nobodyCame'

/** The current terms, by the same times as `isFreeToCancel`. Times in milliseconds since 1970. */
export function cancelTerms(order: {
  pickupTime: number
  placedTime: number
  isPaid: boolean
  now: number
}): CancelTerms {
  const { pickupTime, placedTime, isPaid, now } = order
  const until = freeCancellationUntil(pickupTime)
  if (now <= until) return 'freeUntil'
  if (!isPaid) return 'notOncePaid'
  if (now >= pickupMissedFrom(pickupTime)) return 'nobodyCame'
  return placedTime <= until ? 'freeEnded' : 'neverFree'
}

/**
 * By when a refund is done: within 72 h of the refusal or the cancellation (spec section 9), so there is no date before
 * one of them. Milliseconds since 1970.
 */
export const refundBy = (refundStarted: number): number => refundStarted + policy.refundHours * hour

/**
 * When the bags are expected: at the agreed time, or at least the route's travel time after they were really picked up
 * (contract). Milliseconds since 1970.
 */
export const estimatedDelivery = (
  deliveryTime: number,
  pickedUpTime: number | null,
  travelMinutes: number,
): number =>
  pickedUpTime === null ? deliveryTime : Math.max(deliveryTime, pickedUpTime + travelMinutes * minute)
