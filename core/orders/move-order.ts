import { getInitialSnapshot, getNextTransitions } from 'xstate'
import type { LifecycleColumns } from '../contract/order.ts'
import { applyEvent, type IllegalEvent } from '../lib/apply-event.ts'
import { ok, type Result } from '../lib/result.ts'
import { lifecycleMachine } from './lifecycle.machine.ts'
import { factGuards, type LifecycleEvent, type LifecycleFacts } from './lifecycle.ts'

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

/** By columns and guard results, so a few hundred entries. */
const eventsCache = new Map<string, readonly LifecycleEvent['type'][]>()

/** Types of the legal events, in the machine's order. */
export const legalEvents = (
  columns: LifecycleColumns,
  facts: LifecycleFacts,
): readonly LifecycleEvent['type'][] => {
  const answers = Object.values(factGuards).map((guard) => guard({ context: facts }))
  const key = [...Object.entries(columns).toSorted().flat(), ...answers].join()
  const cached = eventsCache.get(key)
  if (cached) return cached
  const snapshot = resolveSnapshot(columns, facts)
  const types = new Set(getNextTransitions(snapshot).map((transition) => transition.eventType))
  const events = ([...types] as LifecycleEvent['type'][]).filter((type) => snapshot.can({ type }))
  eventsCache.set(key, events)
  return events
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
