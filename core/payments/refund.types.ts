/**
 * What the refund's guards read. Times in milliseconds since 1970. `tries` counts how often the provider was asked
 * since the refund was queued, or since an operator repeated it; `attempt` counts the refunds that the provider has
 * failed: each next one goes under a key of its own. `dueTime` is when a job works on it next.
 */
export type RefundFacts = {
  now: number
  startTime: number
  tries: number
  attempt: number
  dueTime: number | null
}

/** What the provider says names the attempt that it is about: news of an earlier one change nothing. */
export type RefundEvent =
  | { type: 'refund.ask' }
  | { type: 'provider.accepted'; attempt: number }
  | { type: 'provider.refunded'; attempt: number }
  | { type: 'provider.failed'; attempt: number }
  | { type: 'provider.silent' }
  | { type: 'operator.retry' }
  | { type: 'operator.markDone' }
