import { callOfEvent, type LifecycleColumns } from '@handsfree/core/contract'
import {
  initialLifecycle,
  type LifecycleEvent,
  type LifecycleFacts,
  lifecycleMachine,
} from '@handsfree/core/orders'
import { adjacencyMapToArray, TestModel, type TestPath } from '@xstate/graph'
import { type ActorLogic, type SnapshotFrom, transition } from 'xstate'
import { Moves } from '../../../statecharts/paths/moves.ts'
import { recordBuiltIns, recordGuards } from '../../../statecharts/paths/record.ts'

export type LifecycleSnapshot = SnapshotFrom<typeof lifecycleMachine>

export const lifecycleEvents = Object.keys(callOfEvent).map((type) => ({ type }) as LifecycleEvent)

const pickupTime = Date.parse('2026-11-24T10:00:00+08:00')
const hour = 3_600_000
const confirmed = { pieces: 2, confirmedPieces: 2, isAtSite: true }

const late = { now: pickupTime + hour, pickupTime, total: 9800, amountPaid: 9800, ...confirmed }
const there: LifecycleColumns = {
  ...initialLifecycle,
  review: 'pass',
  payment: 'paid',
  assignment: 'accepted',
  pickup: 'pickuped',
  transport: 'completed',
}

/** Facts are constant within a model, so each combination that a guard distinguishes is its own start. */
export const starts: { title: string; facts: LifecycleFacts; columns: LifecycleColumns }[] = [
  {
    title: 'paid, a day before pickup',
    facts: { now: pickupTime - 24 * hour, pickupTime, total: 9800, amountPaid: 9800, ...confirmed },
    columns: initialLifecycle,
  },
  {
    title: 'paid, too late to cancel',
    facts: { now: pickupTime - 4 * hour + 1, pickupTime, total: 9800, amountPaid: 9800, ...confirmed },
    columns: initialLifecycle,
  },
  {
    title: 'free of charge',
    facts: { now: pickupTime - 24 * hour, pickupTime, total: 0, amountPaid: 0, ...confirmed },
    columns: initialLifecycle,
  },
  {
    title: 'a surcharge on a paid order',
    facts: { now: pickupTime - 24 * hour, pickupTime, total: 14_700, amountPaid: 9800, ...confirmed },
    columns: initialLifecycle,
  },
  {
    title: 'a surcharge on a free order, too late to cancel',
    facts: { now: pickupTime - hour, pickupTime, total: 4900, amountPaid: 0, ...confirmed },
    columns: { ...initialLifecycle, payment: 'paid' },
  },
  {
    title: 'a surcharge that is no longer due',
    facts: { now: pickupTime - 24 * hour, pickupTime, total: 9800, amountPaid: 9800, ...confirmed },
    columns: {
      ...initialLifecycle,
      review: 'pass',
      payment: 'supplementary',
      assignment: 'accepted',
      pickup: 'waitPickup',
    },
  },
  {
    title: 'nobody came for an hour',
    facts: { now: pickupTime + hour, pickupTime, total: 9800, amountPaid: 9800, ...confirmed },
    columns: {
      ...initialLifecycle,
      review: 'pass',
      payment: 'paid',
      assignment: 'accepted',
      pickup: 'waitPickup',
    },
  },
  {
    title: 'late on the way for an hour',
    facts: {
      ...{ now: pickupTime + 5 * hour, pickupTime, promisedTime: pickupTime + 4 * hour },
      ...{ total: 9800, amountPaid: 9800, ...confirmed },
    },
    columns: { ...there, transport: 'inProgress' },
  },
  {
    title: 'at the store with one bag that is not confirmed',
    facts: { now: pickupTime, pickupTime, total: 9800, amountPaid: 9800, ...confirmed, confirmedPieces: 1 },
    columns: {
      ...initialLifecycle,
      review: 'pass',
      payment: 'paid',
      assignment: 'accepted',
      pickup: 'pickuped',
      transport: 'completed',
      warehouse: 'waitConfirm',
    },
  },
  { title: 'at an own address', facts: { ...late, isAtSite: false }, columns: there },
  {
    title: 'nobody takes the bags, which wait to be stored and go on',
    facts: { ...late, returnChoice: 'address', isAtSite: false },
    columns: { ...there, warehouse: 'waitConfirm', return: 'wait' },
  },
  { title: 'nobody takes the bags, which go back', facts: { ...late, returnChoice: 'back' }, columns: there },
  {
    title: 'nobody takes the bags, which go back for a fee',
    facts: { ...late, returnChoice: 'back', isReturnFeeDue: true },
    columns: { ...there, warehouse: 'completed' },
  },
  {
    title: 'recalled with the courier, to go back',
    facts: { ...late, returnChoice: 'back', isRecalled: true },
    columns: {
      ...there,
      payment: 'refunding',
      transport: 'inProgress',
      transfer: 'waitDecision',
      return: 'wait',
    },
  },
  {
    title: 'recalled before the courier has set out, and on the way back',
    facts: { ...late, returnChoice: 'back', isRecalled: true },
    columns: { ...there, payment: 'refunding', transport: 'none', return: 'inProgress' },
  },
  {
    title: 'recalled in storage',
    facts: { ...late, isRecalled: true },
    columns: { ...there, payment: 'refunding', warehouse: 'completed', return: 'wait' },
  },
  {
    title: 'nobody takes the bags, which stay',
    facts: { ...late, returnChoice: 'keep' },
    columns: { ...there, warehouse: 'completed' },
  },
]

/** States differ by the step into them, so that self-transitions are walked too. */
const lifecycleModel = ({ facts, columns }: Start) => {
  const start = lifecycleMachine.resolveState({ value: columns, context: facts })
  // Facts are constant, so the columns alone identify a state: compute its events once.
  const known = new Map<string, { events: LifecycleEvent[]; next: Map<string, LifecycleSnapshot> }>()
  const knownOf = (snapshot: LifecycleSnapshot) => {
    const place = JSON.stringify(snapshot.value)
    const of = known.get(place) ?? {
      events: lifecycleEvents.filter((event) => snapshot.can(event)),
      next: new Map<string, LifecycleSnapshot>(),
    }
    known.set(place, of)
    return of
  }
  const logic = {
    transition: (snapshot, event, scope) => {
      const { next } = knownOf(snapshot)
      const moved = next.get(event.type) ?? lifecycleMachine.transition(snapshot, event, scope as never)
      next.set(event.type, moved)
      return moved
    },
    getInitialSnapshot: () => start,
    getPersistedSnapshot: (snapshot) => snapshot,
  } as ActorLogic<LifecycleSnapshot, LifecycleEvent>
  return new TestModel<LifecycleSnapshot, LifecycleEvent, unknown>(logic, {
    limit: 20_000,
    events: (snapshot) => knownOf(snapshot).events,
    serializeState: (snapshot, event, previous) =>
      JSON.stringify([snapshot.value, event && [previous?.value, event.type]]),
    stateMatcher: (snapshot, key) => snapshot.matches(key as never),
  })
}

type Start = (typeof starts)[number]
type Edge = { state: LifecycleSnapshot; event: LifecycleEvent }

export const lifecycleEdges = (start: Start): Edge[] =>
  adjacencyMapToArray(lifecycleModel(start).getAdjacencyMap())

export type LifecyclePath = TestPath<LifecycleSnapshot, LifecycleEvent>

export const pathTitle = (path: LifecyclePath) =>
  path.steps
    .slice(1)
    .map(({ event }) => event.type)
    .join(' → ') || 'opens'

/** The shortest paths from a start to every state and over every edge. */
export const lifecyclePaths = (start: Start): LifecyclePath[] => lifecycleModel(start).getShortestPaths()

/** Invariants of every state reachable from a start with these facts. */
export const laws: Record<string, (columns: LifecycleColumns, facts: LifecycleFacts) => boolean> = {
  'bags go back from their destination alone, unless the order is recalled': (
    { return: returning, transport, closing, payment },
    { isRecalled = false },
  ) =>
    returning === 'none' ||
    transport === 'completed' ||
    isRecalled ||
    closing === 'closed' ||
    payment === 'refunding' ||
    payment === 'refunded' ||
    returning === 'wait',
  'an order stays open while its bags are out': ({ closing, pickup, warehouse }) =>
    closing !== 'cancelled' || pickup !== 'pickuped' || warehouse === 'handed',
  'nothing on its way back is handed over, and nobody is asked about what is': ({
    return: returning,
    warehouse,
  }) => warehouse !== 'handed' || returning === 'none' || returning === 'completed',
  'bags go back only where somebody has said so and paid for': (
    { return: returning },
    { returnChoice, isReturnFeeDue },
  ) =>
    returning === 'none' ||
    returning === 'wait' ||
    ((returnChoice === 'back' || returnChoice === 'address') && !isReturnFeeDue),
}

/** The facts that guards read, with names that distinguish the starts. */
const factsOf = ({ returnChoice, isReturnFeeDue = false, isRecalled = false, ...facts }: LifecycleFacts) => ({
  isFree: facts.total === 0,
  isPaid: facts.amountPaid > 0,
  due: facts.total - facts.amountPaid,
  hoursToPickup: Math.ceil(((facts.pickupTime - facts.now) / hour) * 100) / 100,
  unconfirmed: facts.pieces - facts.confirmedPieces,
  returnChoice: returnChoice ?? 'none',
  isReturnFeeDue,
  isRecalled,
})

/** The order's moves from all starts. */
export function lifecycleMoves(edgesOf = lifecycleEdges): Moves {
  const moves = new Moves(lifecycleMachine.id)
  let actions: string[] = []
  let guards: string[] = []
  const recorded = lifecycleMachine.provide({
    actions: recordBuiltIns(lifecycleMachine, (name) => actions.push(name)),
    guards: recordGuards(lifecycleMachine, (name) => guards.push(name)),
  } as never)
  for (const start of starts) {
    const facts = factsOf(start.facts)
    // A state occurs once for each step into it.
    const noted = new Set<string>()
    for (const { state, event } of edgesOf(start)) {
      const move = `${JSON.stringify(state.value)} ${event.type}`
      if (noted.has(move)) continue
      noted.add(move)
      actions = []
      guards = []
      const before = recorded.resolveState({ value: state.value, context: start.facts })
      const [{ value }] = transition(recorded, before, event)
      moves.addMove({ value: state.value, facts }, event.type, {
        guards: [...new Set(guards)],
        value,
        actions,
      })
      moves.visit({ value, facts })
    }
  }
  return moves
}
