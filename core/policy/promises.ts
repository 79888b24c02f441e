import { policy } from './numbers.ts'

const hour = 3_600_000

/** Until when cancelling is free: 4 h before pickup (spec section 9). Milliseconds since 1970. */
export const freeCancellationUntil = (pickupTime: number): number =>
  pickupTime - policy.freeCancellationHours * hour

/** By when refunded money is back: within 72 h (spec section 9). Milliseconds since 1970. */
export const refundBy = (refundStarted: number): number => refundStarted + policy.refundHours * hour
