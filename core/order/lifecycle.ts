import { getNextTransitions, transition } from 'xstate'
import type { OrderRegions } from '../api/contract/order.ts'
import { fail, ok, type Result } from '../result.ts'
import { lifecycleMachine } from './lifecycle.machine.ts'
import type { LifecycleEvent, LifecycleFacts } from './lifecycle.types.ts'

/** The regions of an order that was just made. */
export const newOrderRegions: OrderRegions = {
  review: 'none',
  payment: 'unpaid',
  assignment: 'none',
  transfer: 'none',
  pickup: 'none',
  transport: 'none',
  warehouse: 'none',
  exception: 'none',
  closing: 'open',
}

/** The event of a type. A cast: TypeScript does not compare an object with a union of more than 25 members. */
export const lifecycleEvent = (type: LifecycleEvent['type']): LifecycleEvent => ({ type }) as LifecycleEvent

const resolve = (regions: OrderRegions, facts: LifecycleFacts) =>
  lifecycleMachine.resolveState({ value: regions, context: facts })

/** Whether an event is legal now. */
export const canMoveOrder = (regions: OrderRegions, facts: LifecycleFacts, event: LifecycleEvent): boolean =>
  resolve(regions, facts).can(event)

/** Types of the events that are legal now, in the machine's order. */
export const legalEvents = (regions: OrderRegions, facts: LifecycleFacts): LifecycleEvent['type'][] => {
  const snapshot = resolve(regions, facts)
  const types = new Set(getNextTransitions(snapshot).map((transition) => transition.eventType))
  return ([...types] as LifecycleEvent['type'][]).filter((type) => snapshot.can(lifecycleEvent(type)))
}

/** Moves an order by one event: the new regions, or a refusal when the event is not legal now. */
export function moveOrder(
  regions: OrderRegions,
  facts: LifecycleFacts,
  event: LifecycleEvent,
): Result<OrderRegions, { code: 'illegalEvent'; event: LifecycleEvent['type'] }> {
  const snapshot = resolve(regions, facts)
  if (!snapshot.can(event)) return fail({ code: 'illegalEvent', event: event.type })
  const [next] = transition(lifecycleMachine, snapshot, event)
  return ok(next.value as OrderRegions)
}
