import type { AnyEventObject, AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate'

/**
 * Sample payloads by event type, then label. A single sample has an empty label. Every event of the union needs an
 * entry. An empty entry marks events that only the machine raises.
 */
export type Samples<Event extends { type: string }> = {
  [Type in Event['type']]: Record<string, Omit<Extract<Event, { type: Type }>, 'type'>>
}

/** States of spawned children by id, read by guards. */
export type SpawnedStates = Readonly<Record<string, string>>

/** Source of time and keys, for the graph and for runs. */
export type ModelEnvironment = {
  /** Milliseconds since 1970, from the clock that drives the delays. */
  now: () => number
  /** Returns a new unique key. */
  newKey: () => string
}

/** Record of a run, oldest entries first. */
export type RunRecord<Machine extends AnyStateMachine = AnyStateMachine> = {
  input: InputFrom<Machine>
  snapshot: SnapshotFrom<Machine>
  emitted: readonly AnyEventObject[]
  calls: readonly { id: string; input: unknown }[]
  effects: readonly { name: string; params: unknown }[]
  contexts: readonly unknown[]
}

/** An object, because the transition table would number the facts of a list. Null if there are none. */
export type NamedFacts = (Readonly<Record<string, unknown>> & { readonly length?: never }) | null

/** Input for a machine's generated tests. Independent of browsers and Node. */
export type ModelSpec<Machine extends AnyStateMachine> = {
  machine: Machine
  /** Inputs for the initial states, by title. */
  starts: Record<string, (environment: ModelEnvironment) => InputFrom<Machine>>
  samples: Samples<EventFromLogic<Machine>>
  /**
   * Outcomes of promises and child machines: invoke id → label → output, or the result of the actor's call. Each may
   * also throw.
   */
  outcomes: Record<string, Record<string, unknown>>
  /** Events that only a running callback actor sends: event type → invoke id. */
  sentBy?: { [Type in EventFromLogic<Machine>['type']]?: string }
  /** Lengths of each delay in milliseconds. Written out, so that a wrong delay in the machine fails the test. */
  delays?: Record<string, readonly number[]>
  /** Milliseconds of device sleep, possible while a delay of at least this length runs. No sleep by default. */
  sleepMs?: number
  /**
   * Data that guards read, coarse enough to keep the graph finite. States with equal facts count as the
   * same state. Must be serializable as JSON.
   */
  facts: (snapshot: SnapshotFrom<Machine>) => NamedFacts
  /** Invariants that hold after every step of every path. */
  laws: Record<string, (record: RunRecord<Machine>) => boolean>
  /** People's steps that start a new attempt and show the previous problem until it ends. None by default. */
  keepsProblem?: readonly string[]
  /** Limits for simple paths: maximum steps per path, and number of paths. */
  simple: { steps: number; paths: number }
  /** Spawned children: initial states, state changes by event, and logic that reads the world. */
  spawned?: {
    ids: readonly string[]
    start: SpawnedStates
    after: (world: SpawnedStates, event: EventFromLogic<Machine>, label: string) => SpawnedStates
    logic: (world: () => SpawnedStates) => Record<string, unknown>
  }
}

/** Type-erased model for the registry and the tests. */
export type MachineModel = Omit<ModelSpec<AnyStateMachine>, 'samples'> & {
  samples: Record<string, Record<string, object>>
}

export const defineModel = <Machine extends AnyStateMachine>(spec: ModelSpec<Machine>): MachineModel =>
  spec as unknown as MachineModel
