import { moveTextMessage, type TextMessageEvent, type TextMessageState } from '@handsfree/core/notifications'

/** The columns of a message that its machine moves, and why the last try failed. */
export type MessageRow = {
  state: TextMessageState
  tries: number
  tryTime: Date | null
  lastError: string | null
}

/** A message's columns after an event; null when it is not legal now. */
export function nextMessage(
  { state, tries, tryTime, lastError }: MessageRow,
  now: Date,
  event: TextMessageEvent,
  reason: string | null,
): MessageRow | null {
  const before = { state, tries, dueTime: tryTime?.getTime() ?? null }
  const moved = moveTextMessage(before, now.getTime(), event)
  if (!moved.ok) return null
  const { dueTime, ...columns } = moved.value
  return {
    ...columns,
    tryTime: dueTime === null ? null : new Date(dueTime),
    lastError: columns.state === 'sent' ? null : (reason ?? lastError),
  }
}
