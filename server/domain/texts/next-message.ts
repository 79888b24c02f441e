import { moveTextMessage, type TextMessageEvent, type TextMessageState } from '@handsfree/core/notifications'

export type MessageRow = {
  state: TextMessageState
  tries: number
  tryTime: Date | null
  lastError: string | null
}

/** Returns the columns after an event. Null if it's illegal now. */
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
    lastError: ['sent', 'delivered'].includes(columns.state) ? null : (reason ?? lastError),
  }
}
