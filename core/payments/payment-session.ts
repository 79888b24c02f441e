import { applyEvent, type IllegalEvent } from '../lib/apply-event.ts'
import { ok, type Result } from '../lib/result.ts'
import {
  paymentSessionMachine,
  type SessionEvent,
  type SessionFacts,
  type SessionRegions,
} from './payment-session.machine.ts'

export type SessionColumns = SessionRegions & Pick<SessionFacts, 'tries' | 'dueTime'>

/** Applies one event. Returns the new columns, or a refusal if the event is illegal. */
export function moveSession(
  { visit, asking, ...columns }: SessionColumns,
  facts: Pick<SessionFacts, 'now' | 'startTime' | 'expiresAt'>,
  event: SessionEvent,
): Result<SessionColumns, IllegalEvent> {
  const place = { value: { visit, asking }, context: { ...facts, ...columns } }
  const moved = applyEvent(paymentSessionMachine, place, event)
  if (!moved.ok) return moved
  const { tries, dueTime } = moved.value.context
  return ok({ ...(moved.value.value as SessionRegions), tries, dueTime })
}
