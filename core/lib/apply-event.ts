import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  type EventFromLogic,
  type StateValueFrom,
  transition,
} from 'xstate'
import { fail, ok, type Result } from './result.ts'

/** A machine's state, stored as columns instead of a snapshot. */
export type MachineState<Machine extends AnyStateMachine> = {
  value: StateValueFrom<Machine>
  context: ContextFrom<Machine>
}

export type IllegalEvent = { code: 'illegalEvent'; event: string }

/** Applies one event to a pure machine. Returns the next state, or a refusal if the event is illegal. */
export function applyEvent<Machine extends AnyStateMachine>(
  machine: Machine,
  { value, context }: MachineState<Machine>,
  event: EventFromLogic<Machine>,
): Result<MachineState<Machine>, IllegalEvent> {
  const logic: AnyStateMachine = machine
  const snapshot = logic.resolveState({ value, context })
  if (!snapshot.can(event)) return fail({ code: 'illegalEvent', event: event.type })
  const next: AnyMachineSnapshot = transition(logic, snapshot, event)[0]
  return ok({ value: next.value, context: next.context } as MachineState<Machine>)
}
