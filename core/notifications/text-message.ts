import type { StateValueFrom } from 'xstate'
import { applyEvent, type IllegalEvent } from '../lib/apply-event.ts'
import { ok, type Result } from '../lib/result.ts'
import { type TextMessageEvent, type TextMessageFacts, textMessageMachine } from './text-message.machine.ts'

export type TextMessageState = StateValueFrom<typeof textMessageMachine>

export type TextMessageColumns = { state: TextMessageState } & Pick<TextMessageFacts, 'tries' | 'dueTime'>

/** Applies one event. Returns the new columns, or a refusal if the event is illegal. */
export function moveTextMessage(
  { state, ...columns }: TextMessageColumns,
  now: number,
  event: TextMessageEvent,
): Result<TextMessageColumns, IllegalEvent> {
  const moved = applyEvent(textMessageMachine, { value: state, context: { now, ...columns } }, event)
  if (!moved.ok) return moved
  const { tries, dueTime } = moved.value.context
  return ok({ state: moved.value.value, tries, dueTime })
}
