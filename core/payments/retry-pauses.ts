import { refundBy } from '../policy/promises.ts'
import type { RefundFacts } from './refund.machine.ts'

const minute = 60_000
const hour = 60 * minute

/** How often a provider is asked for one refund: for about 7 h, which leaves an operator the rest of the 72. */
export const refundTries = 12

/** Milliseconds after a number of tries: 1, 2, 4 … 60 min. */
export const pauseAfter = (tries: number): number => Math.min(2 ** Math.max(tries - 1, 0) * minute, hour)

/** Milliseconds until a refund that the provider works on is checked: the longer, the older it is. */
export const checkPause = ({ now, startTime }: RefundFacts): number =>
  Math.min(Math.max((now - startTime) / 4, minute), 6 * hour)

/** Whether the promised 72 hours are over. */
export const isOverdue = ({ now, startTime }: RefundFacts): boolean => now >= refundBy(startTime)
