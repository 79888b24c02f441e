import type { OrderClaims } from '../contract/claim.ts'
import type { PriceLine } from '../contract/order.ts'
import { policy } from '../policy/numbers.ts'

const day = 86_400_000

/** Deadline for claims, in ms since 1970; null before handover. */
export const claimUntil = (handedTime: number | null): number | null =>
  handedTime === null ? null : handedTime + policy.claimDays * day

/** Whether a claim may be filed, or why not. `overTime` is the handover or another end after pickup. */
export function mayClaim(
  order: { isPickedUp: boolean; overTime: number | null; claims: number },
  now: number,
): OrderClaims['mayClaim'] {
  if (!order.isPickedUp) return 'notYet'
  if (now > (claimUntil(order.overTime) ?? Infinity)) return 'over'
  return order.claims >= policy.maxClaims ? 'tooMany' : 'yes'
}

/** Total cover of an order's bags, in minor units. Each bag is covered up to its declared value. */
export const coverOf = (lines: readonly PriceLine[], declaredValue: number): number =>
  lines.reduce((cover, line) => cover + Math.min(line.cover ?? 0, declaredValue || Infinity) * line.pieces, 0)
