import { getNextTransitions, transition } from 'xstate'
import type { LifecycleColumns } from '../contract/order.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { lifecycleMachine } from './lifecycle.machine.ts'
import type { LifecycleEvent, LifecycleFacts } from './lifecycle.types.ts'

/** The columns of an order that was just made. */
export const newLifecycle: LifecycleColumns = {
  review: 'none',
  payment: 'unpaid',
  assignment: 'none',
  transfer: 'none',
  pickup: 'none',
  transport: 'none',
  warehouse: 'none',
  exception: 'none',
  lock: 'unlocked',
  closing: 'open',
  return: 'none',
}

/** The event of a type. A cast: TypeScript does not compare an object with a union of more than 25 members. */
export const lifecycleEvent = (type: LifecycleEvent['type']): LifecycleEvent => ({ type }) as LifecycleEvent

const resolve = (columns: LifecycleColumns, facts: LifecycleFacts) =>
  lifecycleMachine.resolveState({ value: columns, context: facts })

/** Whether an event is legal now. */
export const canMoveOrder = (
  columns: LifecycleColumns,
  facts: LifecycleFacts,
  event: LifecycleEvent,
): boolean => resolve(columns, facts).can(event)

/** Types of the events that are legal now, in the machine's order. */
export const legalEvents = (columns: LifecycleColumns, facts: LifecycleFacts): LifecycleEvent['type'][] => {
  const snapshot = resolve(columns, facts)
  const types = new Set(getNextTransitions(snapshot).map((transition) => transition.eventType))
  return ([...types] as LifecycleEvent['type'][]).filter((type) => snapshot.can(lifecycleEvent(type)))
}

/** Moves an order by one event: the new columns, or a refusal when the event is not legal now. */
export function moveOrder(
  columns: LifecycleColumns,
  facts: LifecycleFacts,
  event: LifecycleEvent,
): Result<LifecycleColumns, { code: 'illegalEvent'; event: LifecycleEvent['type'] }> {
  const snapshot = resolve(columns, facts)
  if (!snapshot.can(event)) return fail({ code: 'illegalEvent', event: event.type })
  const [next] = transition(lifecycleMachine, snapshot, event)
  return ok(next.value as LifecycleColumns)
}
