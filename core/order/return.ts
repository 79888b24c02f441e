import type { ReturnState } from '../api/contract/order.ts'
import { step } from '../machine/step.ts'
import { ok, type Result } from '../result.ts'
import { type ReturnEvent, type ReturnFacts, returnMachine } from './return.machine.ts'

const types = [
  'return.begin',
  'return.choose',
  'return.pay',
  'return.start',
  'return.complete',
  'return.end',
] as const

/** Types of the return's events that are legal now. */
export const legalReturnEvents = (value: ReturnState, facts: ReturnFacts): ReturnEvent['type'][] => {
  const snapshot = returnMachine.resolveState({ value, context: facts })
  return types.filter((type) => snapshot.can({ type }))
}

/** Moves an order's return by one event: its new state, or a refusal when the event is not legal now. */
export function moveReturnState(
  value: ReturnState,
  facts: ReturnFacts,
  event: ReturnEvent,
): Result<ReturnState, { code: 'illegalEvent'; event: string }> {
  const moved = step(returnMachine, { value, context: facts }, event)
  return moved.ok ? ok(moved.value.value) : moved
}
