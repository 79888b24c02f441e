import type { RefundStage } from '../contract/operator.ts'
import { applyEvent, type IllegalEvent } from '../lib/apply-event.ts'
import { ok, type Result } from '../lib/result.ts'
import { type RefundEvent, type RefundFacts, refundMachine } from './refund.machine.ts'

export type RefundColumns = { state: RefundStage } & Pick<RefundFacts, 'tries' | 'attempt' | 'dueTime'>

/** Applies one event. Returns the new columns, or a refusal if the event is illegal. */
export function moveRefund(
  { state, ...columns }: RefundColumns,
  facts: Pick<RefundFacts, 'now' | 'startTime'>,
  event: RefundEvent,
): Result<RefundColumns, IllegalEvent> {
  const moved = applyEvent(refundMachine, { value: state, context: { ...facts, ...columns } }, event)
  if (!moved.ok) return moved
  const { tries, attempt, dueTime } = moved.value.context
  return ok({ state: moved.value.value, tries, attempt, dueTime })
}
