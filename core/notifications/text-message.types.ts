/** What the guards of a text message read. Times in milliseconds since 1970; `dueTime` is when a job sends it next. */
export type TextMessageFacts = { now: number; tries: number; dueTime: number | null }

export type TextMessageEvent =
  | { type: 'message.send' }
  | { type: 'gateway.sent' }
  | { type: 'gateway.failed' }
  | { type: 'operator.retry' }
