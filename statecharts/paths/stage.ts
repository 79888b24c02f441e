import type { Result } from '@handsfree/core'
import { type ApiFailure, ApiFailureError } from '@handsfree/core/lib'
import {
  type Actor,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventFromLogic,
  fromCallback,
  fromPromise,
  type InputFrom,
  type InspectionEvent,
  type SnapshotFrom,
} from 'xstate'
import { transitionName } from '../nodes.ts'
import type { ModelEnvironment, RunRecord } from './machine-model.ts'
import { isBuiltIn, recordBuiltIns } from './record.ts'

type StageClock = {
  setTimeout(fire: (...args: unknown[]) => void, length: number): unknown
  clearTimeout(id: never): void
}

export type StageOptions<Machine extends AnyStateMachine> = {
  input: (environment: ModelEnvironment) => InputFrom<Machine>
  clock: StageClock
  /** Milliseconds since 1970, from the same clock. */
  now: () => number
  /** Whether the invoked actor is a promise. Otherwise it is a callback actor. */
  isPromise: (id: string) => boolean
  /** Actors that aren't faked. They receive the fake for their own children. */
  actors?: (fake: AnyActorLogic) => Record<string, unknown>
}

/** A pending promise or a running callback actor. `isOpen` until it settles or stops. */
type Call = {
  id: string
  input: unknown
  isOpen: boolean
  answer: (outcome: unknown) => void
  fail: (error: unknown) => void
  sendBack: (event: AnyEventObject) => void
  received: AnyEventObject[]
}

const isResult = (outcome: unknown): outcome is Result<unknown, ApiFailure> =>
  typeof outcome === 'object' && outcome !== null && 'ok' in outcome

/** Converts the outcome of a call as actors of `fromCall` do: resolves with `output` or rejects with `error`. */
export const toActorOutcome = (outcome: unknown): { output: unknown } | { error: unknown } => {
  if (outcome instanceof Error) return { error: outcome }
  if (!isResult(outcome)) return { output: outcome }
  return outcome.ok ? { output: outcome.value } : { error: new ApiFailureError(outcome.error) }
}

const settle = () => new Promise<void>((done) => setImmediate(done))
const noop = () => undefined

/** Runs a real machine with fake actors, which settle only when the test says so. */
export class Stage<Machine extends AnyStateMachine> implements RunRecord<Machine> {
  readonly emitted: AnyEventObject[] = []
  readonly effects: { name: string; params: unknown }[] = []
  readonly contexts: unknown[] = []
  readonly calls: Call[] = []
  readonly takenTransitions: string[] = []
  readonly actions: string[] = []
  readonly input: InputFrom<Machine>
  readonly actor: Actor<Machine>
  readonly #isPromise: (id: string) => boolean

  constructor(machine: Machine, { input, clock, now, isPromise, actors }: StageOptions<Machine>) {
    this.#isPromise = isPromise
    const fake = this.#fake()
    let keys = 0
    const provided = machine.provide({
      actors: {
        ...Object.fromEntries(Object.keys(machine.implementations.actors).map((src) => [src, fake])),
        ...actors?.(fake),
      },
      actions: {
        ...recordBuiltIns(machine, (name) => this.actions.push(name)),
        ...Object.fromEntries(
          Object.entries(machine.implementations.actions)
            .filter(([, action]) => !isBuiltIn(action))
            .map(([name]) => [
              name,
              ({ context }: { context: unknown }, params: unknown) =>
                this.#recordEffect(name, params, context),
            ]),
        ),
      },
    } as never) as Machine
    this.input = input({ now, newKey: () => `key-${++keys}` })
    this.actor = createActor(provided, {
      input: this.input,
      clock,
      inspect: (event: InspectionEvent) => {
        if (event.type === '@xstate.microstep' && event.actorRef.sessionId === event.rootId) {
          for (const transition of event._transitions) this.takenTransitions.push(transitionName(transition))
        }
      },
    } as never)
    this.actor.on('*', (event: AnyEventObject) => {
      this.emitted.push(event)
    })
    this.actor.start()
  }

  #recordCall(self: AnyActorRef, input: unknown, handles: Partial<Call>): Call {
    const call: Call = {
      id: self.id,
      input,
      isOpen: true,
      answer: noop,
      fail: noop,
      sendBack: noop,
      received: [],
      ...handles,
    }
    this.calls.push(call)
    return call
  }

  /** One fake for all invoked and spawned actors. */
  #fake(): AnyActorLogic {
    const promise = fromPromise<unknown, unknown>(({ input, self, signal }) => {
      return new Promise((resolve, reject) => {
        const answer = (outcome: unknown) => {
          const end = toActorOutcome(outcome)
          if ('error' in end) reject(end.error)
          else resolve(end.output)
        }
        const call = this.#recordCall(self, input, { answer, fail: reject })
        signal.addEventListener('abort', () => {
          call.isOpen = false
        })
      })
    })
    const callback = fromCallback<AnyEventObject, unknown>(({ input, self, sendBack, receive }) => {
      const fail = (error: unknown) => self.send({ type: 'stage.fail', error })
      const call = this.#recordCall(self, input, { sendBack, fail })
      receive((event) => call.received.push(event))
      return () => {
        call.isOpen = false
      }
    })
    type Scope = Parameters<AnyActorLogic['transition']>[2]
    const logicOf = ({ self }: Scope): AnyActorLogic => (this.#isPromise(self.id) ? promise : callback)
    const logic = {
      getInitialSnapshot: (scope: Scope, input: unknown) => logicOf(scope).getInitialSnapshot(scope, input),
      start: (snapshot: never, scope: Scope) => logicOf(scope).start?.(snapshot, scope),
      transition: (snapshot: never, event: AnyEventObject, scope: Scope) =>
        event.type === 'stage.fail'
          ? { ...(snapshot as object), status: 'error', error: event.error }
          : logicOf(scope).transition(snapshot, event, scope),
      getPersistedSnapshot: (snapshot: unknown) => snapshot,
    }
    return logic as unknown as AnyActorLogic
  }

  #recordEffect(name: string, params: unknown, context: unknown) {
    this.actions.push(name)
    this.effects.push({ name, params })
    this.contexts.push(context)
  }

  get snapshot(): SnapshotFrom<Machine> {
    return this.actor.getSnapshot() as SnapshotFrom<Machine>
  }

  get value(): unknown {
    return (this.actor.getSnapshot() as AnyMachineSnapshot).value
  }

  /** Throws if the actor isn't waiting for a call. */
  openCall(id: string): Call {
    const call = this.calls.findLast((call) => call.id === id && call.isOpen)
    if (!call) throw new Error(`no pending call of ${id}`)
    return call
  }

  isOpen(id: string): boolean {
    return this.calls.some((call) => call.id === id && call.isOpen)
  }

  inputs(id: string): unknown[] {
    return this.calls.filter((call) => call.id === id).map(({ input }) => input)
  }

  send(event: EventFromLogic<Machine>): void {
    this.actor.send(event as never)
  }

  sendFrom(id: string, event: EventFromLogic<Machine>): void {
    this.openCall(id).sendBack(event)
  }

  async answer(id: string, outcome: unknown): Promise<void> {
    const call = this.openCall(id)
    call.isOpen = false
    call.answer(outcome)
    await settle()
  }

  async fail(id: string, error: unknown): Promise<void> {
    const call = this.openCall(id)
    call.isOpen = false
    // A failed actor sends no more events.
    call.sendBack = noop
    call.fail(error)
    await settle()
  }

  stop(): void {
    this.actor.stop()
  }
}

export { settle }
