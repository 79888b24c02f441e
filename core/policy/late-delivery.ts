import type { PriceRule } from '../contract/site.ts'
import { policy } from './numbers.ts'

const minute = 60_000

/** What a delivery that is late by more than so many minutes gives back, percent of what was paid. */
export type LateStep = { minutes: number; percent: number }

/** The steps of a price rule, or the policy's; the latest first. */
export function lateSteps(rule: Pick<PriceRule, 'lateRefund'> | null = null): LateStep[] {
  const { lateMinutes, latePercent, veryLateMinutes, veryLatePercent } = policy
  const own = rule?.lateRefund
  const steps = own
    ? [
        { minutes: own.minutes, percent: own.percent },
        { minutes: own.moreMinutes, percent: own.morePercent },
      ]
    : [
        { minutes: lateMinutes, percent: latePercent },
        { minutes: veryLateMinutes, percent: veryLatePercent },
      ]
  return steps.toSorted((a, b) => b.minutes - a.minutes)
}

/** Facts of the promise. Times in milliseconds since 1970; null for what has not happened. */
export type DeliveryFacts = {
  pickupTime: number
  deliveryTime: number
  courierArrivedTime: number | null
  pickedUpTime: number | null
  /** A courier who still waits for the bags has waited until then. */
  now: number
}

/**
 * By when the bags are promised at the destination: at the time agreed, or agreed last. Our own delay moves nothing, and
 * what the courier waited for the traveller beyond the pickup's slot is added. Milliseconds since 1970.
 */
export function deliverBy({
  pickupTime,
  deliveryTime,
  courierArrivedTime,
  pickedUpTime,
  now,
}: DeliveryFacts): number {
  if (courierArrivedTime === null) return deliveryTime
  const ready = Math.max(courierArrivedTime, pickupTime + policy.slotMinutes * minute)
  return deliveryTime + Math.max((pickedUpTime ?? now) - ready, 0)
}

/** Whether bags that haven't arrived count as late: operators, desks, the courier and the traveller are notified. */
export const isDeliveryLate = (promised: number, now: number): boolean =>
  now > promised + policy.lateMinutes * minute

/** Whether the last step has passed: what the lateness gives back no longer depends on when the bags arrive. */
export function isLastLateStep(rule: Pick<PriceRule, 'lateRefund'>, promised: number, now: number): boolean {
  const [last] = lateSteps(rule)
  return last !== undefined && now > promised + last.minutes * minute
}

/**
 * What a delivery gives back for coming late; null for one in time, or free of charge. The bags count as delivered when
 * the courier is at the destination with them: what the receiver or the desk takes then is not late. `arrived` is now for
 * bags that are still on their way. Minor units.
 */
export function lateRefundOf(
  rule: Pick<PriceRule, 'lateRefund'>,
  { promised, arrived, paid }: { promised: number; arrived: number; paid: number },
): (LateStep & { amount: number }) | null {
  const late = arrived - promised
  const step = lateSteps(rule).find(({ minutes }) => late > minutes * minute)
  const amount = step ? Math.round((paid * step.percent) / 100) : 0
  return step && amount > 0 ? { minutes: Math.floor(late / minute), percent: step.percent, amount } : null
}
