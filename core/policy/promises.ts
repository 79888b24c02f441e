import { policy } from './numbers.ts'

const hour = 3_600_000

/** Until when cancelling is free: 4 h before pickup (spec section 9). Milliseconds since 1970. */
export const freeCancellationUntil = (pickupTime: number): number =>
  pickupTime - policy.freeCancellationHours * hour

/** By when refunded money is back: within 72 h (spec section 9). Milliseconds since 1970. */
export const refundBy = (refundStarted: number): number => refundStarted + policy.refundHours * hour

/**
 * When the bags are expected: at the time that was agreed, or at least 3 h after they were really picked up (contract).
 * Milliseconds since 1970.
 */
export const estimatedDelivery = (deliveryTime: number, pickedUpTime: number | null): number =>
  pickedUpTime === null
    ? deliveryTime
    : Math.max(deliveryTime, pickedUpTime + policy.deliveryGapMinutes * 60_000)
