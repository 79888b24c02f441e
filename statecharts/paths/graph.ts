import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ExecutableActionObject,
  initialTransition,
  transition,
} from 'xstate'
import { invokeIds } from '../nodes.ts'
import { briefOf } from './brief.ts'
import type { MachineModel, SpawnedStates } from './machine-model.ts'
import { recordBuiltIns, recordEffects, recordGuards } from './record.ts'
import { toActorOutcome } from './stage.ts'

/** Start of every clock, milliseconds since 1970. */
export const startOfTime = Date.parse('2026-11-23T02:00:00Z')

/**
 * A step: an event of a user (`send`) or callback actor (`tell`), a resolved or rejected promise, or an elapsed delay.
 * During `sleep`, the clock advances but timers don't.
 */
export type ModelEvent = {
  type: string
  kind: 'begin' | 'send' | 'tell' | 'answer' | 'fail' | 'wait' | 'sleep'
  /** Distinguishes several samples or outcomes; empty if there is one. */
  label: string
  /** The actor that sends, resolves or rejects. */
  actorId: string | null
  event: AnyEventObject
  /** Outcome of the actor's call, for `answer`. */
  outcome?: unknown
}

const startWrite = 'start'

/** `by` is an action, `start`, or an actor with `input `. */
export type Write = { by: string; field: string; value: string }

type Timer = { type: string; length: number; due: number }

export type ModelState = {
  status: 'active'
  output: undefined
  error: undefined
  snapshot: AnyMachineSnapshot
  facts: unknown
  /** Milliseconds since 1970. */
  now: number
  timers: readonly Timer[]
  /** Children that have resolved or rejected; the snapshot may still list them. */
  endedActors: readonly AnyActorRef[]
  /** Children started by the last step. A callback actor can only fail on start. */
  startedActors: readonly AnyActorRef[]
  world: SpawnedStates
  /** Guards that returned true in the last step, and its actions in order. */
  guards: readonly string[]
  actions: readonly string[]
  /** Context fields that the actions changed, and inputs of the actors that the step started. */
  writes: readonly Write[]
}

export const answerTypes = (actorId: string): string[] =>
  ['done', 'error'].map((end) => `xstate.${end}.actor.${actorId}`)

export type Graph = {
  title: string
  model: MachineModel
  initial: ModelState
  /** Possible next steps; of several running delays, only the next one. */
  possibleEvents: (state: ModelState) => ModelEvent[]
  after: (state: ModelState, event: ModelEvent) => ModelState
  /** Moments with equal keys count as the same state. */
  key: (state: ModelState) => string
}

/** Running delays after a step, in the order in which they fire. */
function updateTimers(timers: readonly Timer[], actions: readonly ExecutableActionObject[], now: number) {
  let running = timers
  for (const action of actions) {
    const { type } = action
    const params = action.params as Partial<{ sendId: string; id: string; delay: number }> | undefined
    if (type === 'xstate.cancel') running = running.filter((timer) => timer.type !== params?.sendId)
    if (type === 'xstate.raise' && params?.id !== undefined && params.delay !== undefined) {
      const timer: Timer = { type: params.id, length: params.delay, due: now + params.delay }
      running = [...running.filter(({ type }) => type !== timer.type), timer]
    }
  }
  return [...running].sort((a, b) => a.due - b.due)
}

/** The graph of a model from one of its starts. Only `wait` and `sleep` take time. */
export function graphOf(model: MachineModel, title: string): Graph {
  // Read by guards and inputs, so set it before each use of the machine.
  const current: { now: number; world: SpawnedStates } = {
    now: startOfTime,
    world: model.spawned?.start ?? {},
  }
  let keys = 0
  const spawned = model.spawned?.logic(() => current.world)
  const recorded: { guards: string[]; actions: string[]; writes: Write[] } = {
    guards: [],
    actions: [],
    writes: [],
  }
  const noteAction = (name: string) => recorded.actions.push(name)
  const noteWrite = (by: string, before: Record<string, unknown>, after: Record<string, unknown>) => {
    for (const [field, value] of Object.entries(after))
      if (!Object.is(before[field], value))
        recorded.writes.push({ by, field, value: briefOf(value, current.now) })
  }
  const noteInputs = (actions: readonly ExecutableActionObject[]) => {
    for (const { type, params } of actions) {
      const { id, input } = (params ?? {}) as { id?: string; input?: unknown }
      if (type !== 'xstate.spawnChild' || typeof input !== 'object' || input === null) continue
      for (const [field, value] of Object.entries(input))
        recorded.writes.push({ by: `input ${id}`, field, value: briefOf(value, current.now) })
    }
  }
  const machine: AnyStateMachine = model.machine.provide({
    actors: spawned ?? {},
    actions: {
      ...recordBuiltIns(model.machine, noteAction, noteWrite),
      ...recordEffects(model.machine, noteAction),
    },
    guards: recordGuards(model.machine, (name) => recorded.guards.push(name)),
  } as never)
  const callbacks = new Set(invokeIds(machine).filter((id) => !(id in model.outcomes)))

  const toModelState = (
    [snapshot, actions]: [AnyMachineSnapshot, ExecutableActionObject[]],
    before: Pick<ModelState, 'timers' | 'endedActors' | 'snapshot'> | null,
  ): ModelState => {
    noteInputs(actions)
    const children: AnyActorRef[] = Object.values(snapshot.children)
    const previousChildren = new Set<unknown>(before ? Object.values(before.snapshot.children) : [])
    return {
      status: 'active',
      output: undefined,
      error: undefined,
      snapshot,
      facts: model.facts(snapshot),
      now: current.now,
      timers: snapshot.status === 'active' ? updateTimers(before?.timers ?? [], actions, current.now) : [],
      endedActors: before?.endedActors ?? [],
      startedActors: children.filter((child) => !previousChildren.has(child)),
      world: current.world,
      guards: [...new Set(recorded.guards)],
      actions: recorded.actions,
      writes: recorded.writes,
    }
  }
  const clearRecorded = () => {
    recorded.guards = []
    recorded.actions = []
    recorded.writes = []
  }

  const input = model.starts[title]?.({ now: () => current.now, newKey: () => `key-${++keys}` })
  const begun = initialTransition(machine, input as never) as [AnyMachineSnapshot, ExecutableActionObject[]]
  for (const [field, value] of Object.entries(begun[0].context))
    recorded.writes.push({ by: startWrite, field, value: briefOf(value, current.now) })
  const initial = toModelState(begun, null)

  const restoreCurrent = (state: ModelState) => {
    current.now = state.now
    current.world = state.world
  }
  const factsAt = (now: number, { snapshot }: ModelState) => {
    current.now = now
    return model.facts(snapshot)
  }
  const isHandled = ({ snapshot }: ModelState, event: AnyEventObject) =>
    (snapshot.machine.getTransitionData(snapshot, event) ?? []).length > 0

  const throwEventOf = (actorId: string): ModelEvent => {
    const type = `xstate.error.actor.${actorId}`
    const error = new Error(`${actorId} broke`)
    return { type, kind: 'fail', label: '', actorId, event: { type, error, actorId } }
  }
  const actorEventsOf = (state: ModelState, actorId: string): ModelEvent[] => [
    ...Object.entries(model.outcomes[actorId] ?? {}).map(([label, outcome]) => {
      const end = toActorOutcome(outcome)
      const type = `xstate.${'error' in end ? 'error' : 'done'}.actor.${actorId}`
      return { type, kind: 'answer' as const, label, actorId, outcome, event: { type, ...end, actorId } }
    }),
    ...(actorId in model.outcomes ||
    state.startedActors.includes(state.snapshot.children[actorId] as AnyActorRef)
      ? [throwEventOf(actorId)]
      : []),
  ]
  const findEvents = (state: ModelState): ModelEvent[] => {
    const { snapshot } = state
    if (snapshot.status !== 'active') return []
    restoreCurrent(state)
    const children: Record<string, AnyActorRef | undefined> = snapshot.children
    const isAlive = (id: string) => children[id] !== undefined && !state.endedActors.includes(children[id])
    const events = Object.entries(model.samples).flatMap(([type, payloads]): ModelEvent[] => {
      const actorId = model.sentBy?.[type] ?? null
      if (actorId !== null && !isAlive(actorId)) return []
      const kind = actorId === null ? 'send' : 'tell'
      return Object.entries(payloads).map(([label, payload]) => {
        return { type, kind, label, actorId, event: { type, ...payload } }
      })
    })
    const answers = [...Object.keys(model.outcomes), ...callbacks]
      .filter(isAlive)
      .flatMap((actorId) => actorEventsOf(state, actorId))
    const [timer] = state.timers
    const wait: ModelEvent[] = timer
      ? [{ type: timer.type, kind: 'wait', label: '', actorId: null, event: { type: timer.type } }]
      : []
    const isWatched = model.sleepMs !== undefined && timer !== undefined && timer.length >= model.sleepMs
    const sleep: ModelEvent[] = isWatched
      ? [{ type: 'device sleeps', kind: 'sleep', label: '', actorId: null, event: { type: 'device sleeps' } }]
      : []
    return [
      ...events.filter(({ event }) => snapshot.can(event)),
      ...answers.filter(({ event }) => isHandled(state, event)),
      ...wait,
      ...sleep,
    ]
  }

  const stateAfter: Graph['after'] = (state, { kind, event, label, actorId }) => {
    restoreCurrent(state)
    if (kind === 'sleep') {
      const length = model.sleepMs ?? 0
      const now = state.now + length
      const timers = state.timers.map((timer) => ({ ...timer, due: timer.due + length }))
      return {
        ...state,
        now,
        timers,
        startedActors: [],
        facts: factsAt(now, state),
        guards: [],
        actions: [],
        writes: [],
      }
    }
    const [timer, ...others] = state.timers
    if (kind === 'wait' && timer) current.now = timer.due
    current.world = model.spawned?.after(state.world, event, label) ?? state.world
    const child: AnyActorRef | undefined = actorId ? state.snapshot.children[actorId] : undefined
    const isEnd = kind === 'answer' || kind === 'fail'
    clearRecorded()
    return toModelState(transition(machine, state.snapshot, event) as never, {
      snapshot: state.snapshot,
      timers: kind === 'wait' ? others : state.timers,
      endedActors: isEnd && child ? [...state.endedActors, child] : state.endedActors,
    })
  }

  const known = new WeakMap<ModelState, { events?: ModelEvent[]; next: Map<string, ModelState> }>()
  const cacheOf = (state: ModelState) => {
    const of = known.get(state) ?? { next: new Map<string, ModelState>() }
    known.set(state, of)
    return of
  }
  const possibleEvents: Graph['possibleEvents'] = (state) => {
    const of = cacheOf(state)
    of.events ??= findEvents(state)
    return of.events
  }
  const after: Graph['after'] = (state, event) => {
    const { next } = cacheOf(state)
    const name = `${event.kind} ${event.type} ${event.label}`
    const moved = next.get(name) ?? stateAfter(state, event)
    next.set(name, moved)
    return moved
  }

  const key: Graph['key'] = ({ snapshot, facts }) => JSON.stringify([snapshot.status, snapshot.value, facts])

  return { title, model, initial, possibleEvents, after, key }
}
