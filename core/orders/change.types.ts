/**
 * What the change's guards read. Times in milliseconds since 1970; `startTime` is when it was asked for; `difference` is what it costs more, minor units;
 * `dueTime` is by when it is paid or answered, null once nothing waits.
 */
export type ChangeFacts = { now: number; startTime: number; difference: number; dueTime: number | null }

export type ChangeEvent =
  | { type: 'traveller.confirm' }
  | { type: 'traveller.wish' }
  | { type: 'traveller.withdraw' }
  | { type: 'payment.succeeded' }
  | { type: 'clock.due' }
  | { type: 'operator.allow' }
  | { type: 'operator.reject' }
  | { type: 'order.wentOn' }
