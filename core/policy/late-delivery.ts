import type { PriceRule } from '../contract/site.ts'
import { policy } from './numbers.ts'

const minute = 60_000

/** Refund in percent of the amount paid, for a delivery later than `minutes`. */
export type LateStep = { minutes: number; percent: number }

/** The steps of a price rule, or the policy's, in descending order. */
export function lateSteps(rule: Pick<PriceRule, 'lateRefund'> | null = null): LateStep[] {
  const { lateMinutes, latePercent, veryLateMinutes, veryLatePercent } = policy
  const ruleRefund = rule?.lateRefund
  const steps = ruleRefund
    ? [
        { minutes: ruleRefund.minutes, percent: ruleRefund.percent },
        { minutes: ruleRefund.moreMinutes, percent: ruleRefund.morePercent },
      ]
    : [
        { minutes: lateMinutes, percent: latePercent },
        { minutes: veryLateMinutes, percent: veryLatePercent },
      ]
  return steps.toSorted((a, b) => b.minutes - a.minutes)
}

/** Times in ms since 1970; null if not happened yet. */
export type DeliveryTimes = {
  pickupTime: number
  deliveryTime: number
  courierArrivedTime: number | null
  pickedUpTime: number | null
  /** End of the wait of a courier who is still waiting for the bags. */
  now: number
}

/**
 * Promised delivery time, in ms since 1970: the latest agreed time, plus the courier's wait for the traveller beyond
 * the pickup slot. Our own delays don't move it.
 */
export function deliverBy({
  pickupTime,
  deliveryTime,
  courierArrivedTime,
  pickedUpTime,
  now,
}: DeliveryTimes): number {
  if (courierArrivedTime === null) return deliveryTime
  const ready = Math.max(courierArrivedTime, pickupTime + policy.slotMinutes * minute)
  return deliveryTime + Math.max((pickedUpTime ?? now) - ready, 0)
}

/** Whether undelivered bags count as late, which notifies operators, desks, the courier and the traveller. */
export const isDeliveryLate = (promisedTime: number, now: number): boolean =>
  now > promisedTime + policy.lateMinutes * minute

/** Whether the last step has passed, so that the refund no longer grows. */
export function isLastLateStep(
  rule: Pick<PriceRule, 'lateRefund'>,
  promisedTime: number,
  now: number,
): boolean {
  const [last] = lateSteps(rule)
  return last !== undefined && now > promisedTime + last.minutes * minute
}

/**
 * Refund for a late delivery, in minor units; null if in time or free of charge. Bags count as delivered when the
 * courier is at the destination. For bags on their way, `arrivedTime` is now. For bags that never arrive it's null,
 * which refunds the last step.
 */
export function lateRefundOf(
  rule: Pick<PriceRule, 'lateRefund'>,
  {
    promisedTime,
    arrivedTime,
    amountPaid,
  }: { promisedTime: number; arrivedTime: number | null; amountPaid: number },
): { minutes: number | null; percent: number; amount: number } | null {
  const late = (arrivedTime ?? Infinity) - promisedTime
  const step = lateSteps(rule).find(({ minutes }) => late > minutes * minute)
  const amount = step ? Math.round((amountPaid * step.percent) / 100) : 0
  const minutes = arrivedTime === null ? null : Math.floor(late / minute)
  return step && amount > 0 ? { minutes, percent: step.percent, amount } : null
}
