import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  type EventFromLogic,
  type StateValueFrom,
  transition,
} from 'xstate'
import { fail, ok, type Result } from './result.ts'

/** A place in a machine that is stored as columns instead of a snapshot. */
export type Place<Machine extends AnyStateMachine> = {
  value: StateValueFrom<Machine>
  context: ContextFrom<Machine>
}

/** Why an event changes nothing. */
export type Illegal = { code: 'illegalEvent'; event: string }

/** Moves a pure machine by one event: the next place, or a refusal when the event is not legal there. */
export function step<Machine extends AnyStateMachine>(
  machine: Machine,
  { value, context }: Place<Machine>,
  event: EventFromLogic<Machine>,
): Result<Place<Machine>, Illegal> {
  const logic: AnyStateMachine = machine
  const snapshot = logic.resolveState({ value, context })
  if (!snapshot.can(event)) return fail({ code: 'illegalEvent', event: event.type })
  const next: AnyMachineSnapshot = transition(logic, snapshot, event)[0]
  return ok({ value: next.value, context: next.context } as Place<Machine>)
}
