import type { AnyEventObject, AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate'

/**
 * Payloads of every event, by type and by a label that says what is special about this one (empty when there is one).
 * A new event in the union does not compile until it has its place here. No payload at all means that only the
 * machine itself raises the event.
 */
export type Samples<Event extends { type: string }> = {
  [Type in Event['type']]: Record<string, Omit<Extract<Event, { type: Type }>, 'type'>>
}

/** What spawned children have come to, for guards that look at them: child id → state. */
export type World = Readonly<Record<string, string>>

/** What inputs are made from: in the graph and in a run alike, time and keys come from here. */
export type Surroundings = {
  /** Milliseconds since 1970, by the clock that also drives the delays. */
  now: () => number
  /** Unlike any key before. */
  newKey: () => string
}

/** What a run has shown so far, oldest first. */
export type Witness<Machine extends AnyStateMachine = AnyStateMachine> = {
  /** With what it began. */
  input: InputFrom<Machine>
  snapshot: SnapshotFrom<Machine>
  emitted: readonly AnyEventObject[]
  /** Every start of an invoked or spawned actor, by its id. */
  calls: readonly { id: string; input: unknown }[]
  /** Every action that touches the world. */
  effects: readonly { name: string; params: unknown }[]
  /** The context that each of these saw. */
  contexts: readonly unknown[]
}

/** Facts with the names that the table of moves gives them: a list would number them. Null for none. */
export type NamedFacts = (Readonly<Record<string, unknown>> & { readonly length?: never }) | null

/** All that a machine's generated tests need to know beside the machine. Nothing here knows of a browser or of Node. */
export type ModelSpec<Machine extends AnyStateMachine> = {
  machine: Machine
  /** Where the machine may begin, by title. */
  starts: Record<string, (surroundings: Surroundings) => InputFrom<Machine>>
  samples: Samples<EventFromLogic<Machine>>
  /** What an invoked promise, or a child that ends, may come to: invoke id → label → output, or the result of the call that it asks. Each may also throw. */
  outcomes: Record<string, Record<string, unknown>>
  /** Events that arrive only while a callback actor lives: event type → invoke id. */
  toldBy?: { [Type in EventFromLogic<Machine>['type']]?: string }
  /** Every length that a delay has in the graph, milliseconds: written out again, no machine grades its own numbers. */
  delays?: Record<string, readonly number[]>
  /** Milliseconds that the device may sleep while a delay at least as long runs; never, when left out. */
  sleep?: number
  /** What guards read, by name, coarse enough to end: states with equal facts count as the same. JSON. */
  facts: (snapshot: SnapshotFrom<Machine>) => NamedFacts
  /** Sentences that hold after every step of every path. */
  laws: Record<string, (witness: Witness<Machine>) => boolean>
  /** Bounds of the simple paths: their longest, in steps, and how many are run. */
  simple: { steps: number; paths: number }
  /** Spawned children: what they are at the start, what an event says of them, and logic that lives from the world. */
  spawned?: {
    /** Children that tell something. */
    ids: readonly string[]
    start: World
    after: (world: World, event: EventFromLogic<Machine>, label: string) => World
    logic: (world: () => World) => Record<string, unknown>
  }
}

/** A model whatever its machine, as the registry lists it and the tests walk it. */
export type MachineModel = Omit<ModelSpec<AnyStateMachine>, 'samples'> & {
  samples: Record<string, Record<string, object>>
}

export const defineModel = <Machine extends AnyStateMachine>(spec: ModelSpec<Machine>): MachineModel =>
  spec as unknown as MachineModel
