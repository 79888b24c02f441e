import type { StateValueFrom } from 'xstate'
import { ok, type Result } from '../lib/result.ts'
import { type Illegal, step } from '../lib/step.ts'
import { type TextMessageEvent, type TextMessageFacts, textMessageMachine } from './text-message.machine.ts'

export type TextMessageState = StateValueFrom<typeof textMessageMachine>

/** The columns of a text message that its machine moves. */
export type TextMessageColumns = { state: TextMessageState } & Pick<TextMessageFacts, 'tries' | 'dueTime'>

/** Moves a text message by one event: its new columns, or a refusal when the event is not legal now. */
export function moveTextMessage(
  { state, ...columns }: TextMessageColumns,
  now: number,
  event: TextMessageEvent,
): Result<TextMessageColumns, Illegal> {
  const moved = step(textMessageMachine, { value: state, context: { now, ...columns } }, event)
  if (!moved.ok) return moved
  const { tries, dueTime } = moved.value.context
  return ok({ state: moved.value.value, tries, dueTime })
}
