import { refundBy } from '../policy/promises.ts'
import type { RefundFacts } from './refund.machine.ts'

const minute = 60_000
const hour = 60 * minute

/** Tries per refund, about 7 h. That leaves an operator the rest of the 72 h. */
export const maxRefundTries = 12

/** Pause after a number of tries, in ms: 1, 2, 4 … 60 min. */
export const backoffDelayMs = (tries: number): number => Math.min(2 ** Math.max(tries - 1, 0) * minute, hour)

/** Pause before checking a pending refund, in ms: a quarter of its age, 1 min to 6 h. */
export const checkDelayMs = ({ now, startTime }: RefundFacts): number =>
  Math.min(Math.max((now - startTime) / 4, minute), 6 * hour)

export const isOverdue = ({ now, startTime }: RefundFacts): boolean => now >= refundBy(startTime)
