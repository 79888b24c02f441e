import type { ReturnState } from '../api/contract/order.ts'
import { step } from '../machine/step.ts'
import { ok, type Result } from '../result.ts'
import { type ReturnEvent, type ReturnFacts, returnMachine } from './return.machine.ts'

/** Moves an order's return by one event: its new state, or a refusal when the event is not legal now. */
export function moveReturnState(
  value: ReturnState,
  facts: ReturnFacts,
  event: ReturnEvent,
): Result<ReturnState, { code: 'illegalEvent'; event: string }> {
  const moved = step(returnMachine, { value, context: facts }, event)
  return moved.ok ? ok(moved.value.value) : moved
}
