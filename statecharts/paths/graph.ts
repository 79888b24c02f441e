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
import type { MachineModel, World } from './machine-model.ts'
import { recordBuiltIns, recordEffects, recordGuards } from './record.ts'
import { settled } from './stage.ts'

/** Start of every clock, milliseconds since 1970. */
export const startOfTime = Date.parse('2026-11-23T02:00:00Z')

/**
 * A step: an event of a user (`send`) or callback actor (`tell`), a resolved or rejected promise, or an elapsed delay.
 * During `sleep`, the clock advances but timers don't.
 */
export type Happening = {
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

type Timer = { type: string; length: number; due: number }

export type Moment = {
  status: 'active'
  output: undefined
  error: undefined
  snapshot: AnyMachineSnapshot
  facts: unknown
  /** Milliseconds since 1970. */
  now: number
  timers: readonly Timer[]
  /** Children that have resolved or rejected; the snapshot may still list them. */
  ended: readonly AnyActorRef[]
  /** Children started by the last step. A callback actor can only fail on start. */
  started: readonly AnyActorRef[]
  world: World
  /** Guards that returned true in the last step, and its actions in order. */
  guards: readonly string[]
  actions: readonly string[]
}

export const answerTypes = (actorId: string): string[] =>
  ['done', 'error'].map((end) => `xstate.${end}.actor.${actorId}`)

export type Graph = {
  title: string
  model: MachineModel
  initial: Moment
  /** Possible next steps; of several running delays, only the next one. */
  possible: (moment: Moment) => Happening[]
  after: (moment: Moment, happening: Happening) => Moment
  /** Moments with equal keys count as the same state. */
  key: (moment: Moment) => string
}

/** Running delays after a step, in the order in which they fire. */
function keepTime(timers: readonly Timer[], actions: readonly ExecutableActionObject[], now: number) {
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
  const at: { now: number; world: World } = { now: startOfTime, world: model.spawned?.start ?? {} }
  let keys = 0
  const spawned = model.spawned?.logic(() => at.world)
  const noted: { guards: string[]; actions: string[] } = { guards: [], actions: [] }
  const noteAction = (name: string) => noted.actions.push(name)
  const machine: AnyStateMachine = model.machine.provide({
    actors: spawned ?? {},
    actions: { ...recordBuiltIns(model.machine, noteAction), ...recordEffects(model.machine, noteAction) },
    guards: recordGuards(model.machine, (name) => noted.guards.push(name)),
  } as never)
  const callbacks = new Set(invokeIds(machine).filter((id) => !(id in model.outcomes)))

  const settle = (
    [snapshot, actions]: [AnyMachineSnapshot, ExecutableActionObject[]],
    before: Pick<Moment, 'timers' | 'ended' | 'snapshot'> | null,
  ): Moment => {
    const children: AnyActorRef[] = Object.values(snapshot.children)
    const former = new Set<unknown>(before ? Object.values(before.snapshot.children) : [])
    return {
      status: 'active',
      output: undefined,
      error: undefined,
      snapshot,
      facts: model.facts(snapshot),
      now: at.now,
      timers: snapshot.status === 'active' ? keepTime(before?.timers ?? [], actions, at.now) : [],
      ended: before?.ended ?? [],
      started: children.filter((child) => !former.has(child)),
      world: at.world,
      guards: [...new Set(noted.guards)],
      actions: noted.actions,
    }
  }
  const note = () => {
    noted.guards = []
    noted.actions = []
  }

  const input = model.starts[title]?.({ now: () => at.now, newKey: () => `key-${++keys}` })
  const initial = settle(initialTransition(machine, input as never) as never, null)

  const look = (moment: Moment) => {
    at.now = moment.now
    at.world = moment.world
  }
  const factsAt = (now: number, { snapshot }: Moment) => {
    at.now = now
    return model.facts(snapshot)
  }
  const isHandled = ({ snapshot }: Moment, event: AnyEventObject) =>
    (snapshot.machine.getTransitionData(snapshot, event) ?? []).length > 0

  const failureOf = (actorId: string): Happening => {
    const type = `xstate.error.actor.${actorId}`
    const error = new Error(`${actorId} broke`)
    return { type, kind: 'fail', label: '', actorId, event: { type, error, actorId } }
  }
  const answersOf = (moment: Moment, actorId: string): Happening[] => [
    ...Object.entries(model.outcomes[actorId] ?? {}).map(([label, outcome]) => {
      const end = settled(outcome)
      const type = `xstate.${'error' in end ? 'error' : 'done'}.actor.${actorId}`
      return { type, kind: 'answer' as const, label, actorId, outcome, event: { type, ...end, actorId } }
    }),
    ...(actorId in model.outcomes || moment.started.includes(moment.snapshot.children[actorId] as AnyActorRef)
      ? [failureOf(actorId)]
      : []),
  ]
  const happeningsAt = (moment: Moment): Happening[] => {
    const { snapshot } = moment
    if (snapshot.status !== 'active') return []
    look(moment)
    const children: Record<string, AnyActorRef | undefined> = snapshot.children
    const isAlive = (id: string) => children[id] !== undefined && !moment.ended.includes(children[id])
    const events = Object.entries(model.samples).flatMap(([type, payloads]): Happening[] => {
      const actorId = model.toldBy?.[type] ?? null
      if (actorId !== null && !isAlive(actorId)) return []
      const kind = actorId === null ? 'send' : 'tell'
      return Object.entries(payloads).map(([label, payload]) => {
        return { type, kind, label, actorId, event: { type, ...payload } }
      })
    })
    const answers = [...Object.keys(model.outcomes), ...callbacks]
      .filter(isAlive)
      .flatMap((actorId) => answersOf(moment, actorId))
    const [timer] = moment.timers
    const wait: Happening[] = timer
      ? [{ type: timer.type, kind: 'wait', label: '', actorId: null, event: { type: timer.type } }]
      : []
    const isWatched = model.sleep !== undefined && timer !== undefined && timer.length >= model.sleep
    const sleep: Happening[] = isWatched
      ? [{ type: 'device sleeps', kind: 'sleep', label: '', actorId: null, event: { type: 'device sleeps' } }]
      : []
    return [
      ...events.filter(({ event }) => snapshot.can(event)),
      ...answers.filter(({ event }) => isHandled(moment, event)),
      ...wait,
      ...sleep,
    ]
  }

  const momentAfter: Graph['after'] = (moment, { kind, event, label, actorId }) => {
    look(moment)
    if (kind === 'sleep') {
      const length = model.sleep ?? 0
      const now = moment.now + length
      const timers = moment.timers.map((timer) => ({ ...timer, due: timer.due + length }))
      return { ...moment, now, timers, started: [], facts: factsAt(now, moment), guards: [], actions: [] }
    }
    const [timer, ...others] = moment.timers
    if (kind === 'wait' && timer) at.now = timer.due
    at.world = model.spawned?.after(moment.world, event, label) ?? moment.world
    const child: AnyActorRef | undefined = actorId ? moment.snapshot.children[actorId] : undefined
    const isEnd = kind === 'answer' || kind === 'fail'
    note()
    return settle(transition(machine, moment.snapshot, event) as never, {
      snapshot: moment.snapshot,
      timers: kind === 'wait' ? others : moment.timers,
      ended: isEnd && child ? [...moment.ended, child] : moment.ended,
    })
  }

  const known = new WeakMap<Moment, { happenings?: Happening[]; next: Map<string, Moment> }>()
  const knownOf = (moment: Moment) => {
    const of = known.get(moment) ?? { next: new Map<string, Moment>() }
    known.set(moment, of)
    return of
  }
  const possible: Graph['possible'] = (moment) => {
    const of = knownOf(moment)
    of.happenings ??= happeningsAt(moment)
    return of.happenings
  }
  const after: Graph['after'] = (moment, happening) => {
    const { next } = knownOf(moment)
    const name = `${happening.kind} ${happening.type} ${happening.label}`
    const moved = next.get(name) ?? momentAfter(moment, happening)
    next.set(name, moved)
    return moved
  }

  const key: Graph['key'] = ({ snapshot, facts }) => JSON.stringify([snapshot.status, snapshot.value, facts])

  return { title, model, initial, possible, after, key }
}
