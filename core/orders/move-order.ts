import { getInitialSnapshot, getNextTransitions } from 'xstate'
import type { LifecycleColumns } from '../contract/order.ts'
import { applyEvent, type IllegalEvent } from '../lib/apply-event.ts'
import { ok, type Result } from '../lib/result.ts'
import { lifecycleMachine } from './lifecycle.machine.ts'
import type { LifecycleEvent, LifecycleFacts } from './lifecycle.ts'

export const initialLifecycle: LifecycleColumns = getInitialSnapshot(
  lifecycleMachine,
  {} as LifecycleFacts,
).value

const resolveSnapshot = (columns: LifecycleColumns, facts: LifecycleFacts) =>
  lifecycleMachine.resolveState({ value: columns, context: facts })

export const canMoveOrder = (
  columns: LifecycleColumns,
  facts: LifecycleFacts,
  event: LifecycleEvent,
): boolean => resolveSnapshot(columns, facts).can(event)

/** Types of the legal events, in the machine's order. */
export const legalEvents = (columns: LifecycleColumns, facts: LifecycleFacts): LifecycleEvent['type'][] => {
  const snapshot = resolveSnapshot(columns, facts)
  const types = new Set(getNextTransitions(snapshot).map((transition) => transition.eventType))
  return ([...types] as LifecycleEvent['type'][]).filter((type) => snapshot.can({ type }))
}

/** Applies one event. Returns the new columns, or a refusal if the event is illegal. */
export function moveOrder(
  columns: LifecycleColumns,
  facts: LifecycleFacts,
  event: LifecycleEvent,
): Result<LifecycleColumns, IllegalEvent> {
  const moved = applyEvent(lifecycleMachine, { value: columns, context: facts }, event)
  return moved.ok ? ok(moved.value.value as LifecycleColumns) : moved
}
