import type { OrderClaims } from '../contract/claim.ts'
import type { PriceLine } from '../contract/order.ts'
import { policy } from '../policy/numbers.ts'

const day = 86_400_000

/** Until when a claim may be made, milliseconds since 1970; null before the hand-over. */
export const claimUntil = (handedTime: number | null): number | null =>
  handedTime === null ? null : handedTime + policy.claimDays * day

/** Whether a claim may be made of an order. `overTime` is the hand-over, or another end after the pickup. */
export function mayClaim(
  order: { isPickedUp: boolean; overTime: number | null; claims: number },
  now: number,
): OrderClaims['mayClaim'] {
  if (!order.isPickedUp) return 'notYet'
  if (now > (claimUntil(order.overTime) ?? Infinity)) return 'over'
  return order.claims >= policy.maxClaims ? 'tooMany' : 'yes'
}

/** The cover of an order's bags together, each never for more than a value that was declared for it. Minor units. */
export const coverOf = (lines: readonly PriceLine[], declaredValue: number): number =>
  lines.reduce((cover, line) => cover + Math.min(line.cover ?? 0, declaredValue || Infinity) * line.pieces, 0)
