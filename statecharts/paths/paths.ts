import { type StatePath, TestModel, type TestPath } from '@xstate/graph'
import type { ActorLogic } from 'xstate'
import { invokeIds } from '../nodes.ts'
import type { Graph, ModelEvent, ModelState } from './graph.ts'
import type { MachineModel } from './machine-model.ts'

/** A path, executed with `test` of `@xstate/graph`. */
export type Path = TestPath<ModelState, ModelEvent>

const begin: ModelEvent = {
  type: 'xstate.init',
  kind: 'begin',
  label: '',
  actorId: null,
  event: { type: 'xstate.init' },
}

export type Walk = StatePath<ModelState, ModelEvent>

export const firstWalk = ({ initial }: Graph): Walk => ({
  state: initial,
  steps: [{ event: begin, state: initial }],
  weight: 0,
})
export const extendWalk = ({ after }: Graph, { state, steps, weight }: Walk, event: ModelEvent): Walk => {
  const next = after(state, event)
  return { state: next, steps: [...steps, { event, state: next }], weight: weight + 1 }
}

/** Above this number of edges, a model's facts are too fine. */
const maxEdges = 6_000

function* breadthFirst(
  graph: Graph,
  isAllowed: (event: ModelEvent) => boolean,
  seen: Set<string>,
): Generator<Walk> {
  const queue = [firstWalk(graph)]
  for (const walk of queue) {
    if (seen.size > maxEdges) throw new Error(`${graph.model.machine.id}: more than ${maxEdges} edges`)
    const from = graph.key(walk.state)
    const nextEvents = graph
      .possibleEvents(walk.state)
      .filter(isAllowed)
      .filter((event) => {
        // Edges, not states, are marked, so that transitions back to a visited state are also walked.
        const edge = JSON.stringify([from, event.type, event.label])
        return !seen.has(edge) && seen.add(edge)
      })
    if (nextEvents.length === 0) yield walk
    for (const event of nextEvents) queue.push(extendWalk(graph, walk, event))
  }
}

const edgeOf = (graph: Graph, { state }: Walk, { type, label }: ModelEvent) =>
  JSON.stringify([graph.key(state), type, label])

/** Key of a state and its possible steps, because states with equal keys can differ in these. */
const junctionOf = (graph: Graph, { state }: Walk) =>
  JSON.stringify([graph.key(state), graph.possibleEvents(state).map(({ type, label }) => [type, label])])

/** Extends a walk to the nearest unseen edge; prefers edges that don't end in a dead end. */
function findUnseenEdge(graph: Graph, from: Walk, seen: Set<string>, maxWeight: number): Walk | null {
  const reachedJunctions = new Set([junctionOf(graph, from)])
  for (let level = [from]; level.length > 0; ) {
    const unseenEdges: { walk: Walk; edge: string }[] = []
    const nextLevel: Walk[] = []
    for (const walk of level) {
      if (walk.weight >= maxWeight) continue
      for (const event of graph.possibleEvents(walk.state)) {
        const next = extendWalk(graph, walk, event)
        const edge = edgeOf(graph, walk, event)
        if (!seen.has(edge)) unseenEdges.push({ walk: next, edge })
        else if (!reachedJunctions.has(junctionOf(graph, next))) {
          reachedJunctions.add(junctionOf(graph, next))
          nextLevel.push(next)
        }
      }
    }
    const [first] = unseenEdges
    if (first) {
      const best = unseenEdges.find(({ walk }) => graph.possibleEvents(walk.state).length > 0) ?? first
      seen.add(best.edge)
      return best.walk
    }
    level = nextLevel
  }
  return null
}

function* longWalks(graph: Graph, maxSteps: number, seen: Set<string>): Generator<Walk> {
  const start = firstWalk(graph)
  for (let isFirst = true; ; isFirst = false) {
    let walk = findUnseenEdge(graph, start, seen, Number.POSITIVE_INFINITY)
    if (!walk) {
      // Open a start even if all its edges are already walked.
      if (isFirst) yield start
      return
    }
    for (let next: Walk | null = walk; next; next = findUnseenEdge(graph, walk, seen, maxSteps)) walk = next
    yield walk
  }
}

/** Pseudorandom numbers, the same for each seed. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

function* simpleWalks(graph: Graph, { steps, paths }: { steps: number; paths: number }): Generator<Walk> {
  const random = randomFrom(1)
  /** The first non-null result, trying options in random order. */
  const tryInRandomOrder = <Option, Result>(
    options: Option[],
    attempt: (option: Option) => Result | null,
  ) => {
    const left = [...options]
    while (left.length > 0) {
      const [option] = left.splice(random(left.length), 1) as [Option]
      const result = attempt(option)
      if (result) return result
    }
    return null
  }
  const walkedTitles = new Set<string>()
  for (let tries = 0; walkedTitles.size < paths && tries < paths * 3; tries++) {
    let walk = firstWalk(graph)
    const visited = new Set([graph.key(walk.state)])
    while (walk.weight < steps) {
      const next = tryInRandomOrder(graph.possibleEvents(walk.state), (event) => {
        const further = extendWalk(graph, walk, event)
        return visited.has(graph.key(further.state)) ? null : further
      })
      if (!next) break
      walk = next
      visited.add(graph.key(walk.state))
    }
    const name = walk.steps.map(({ event }) => stepTitle(event)).join()
    if (walkedTitles.has(name)) continue
    walkedTitles.add(name)
    yield walk
  }
}

const testModelOf = (graph: Graph) => {
  const logic = {
    getInitialSnapshot: () => graph.initial,
    transition: graph.after,
    getPersistedSnapshot: (moment) => moment,
  } as ActorLogic<ModelState, ModelEvent>
  return new TestModel<ModelState, ModelEvent, unknown>(logic, {
    serializeState: ({ snapshot }) => JSON.stringify(snapshot.value),
    serializeEvent: stepTitle,
    stateMatcher: ({ snapshot }, key) => key === '*' || snapshot.matches(key as never),
  })
}

export const pathsOf = (graph: Graph, walks: readonly Walk[]): Path[] =>
  testModelOf(graph).getPaths(() => [...walks], { allowDuplicatePaths: true })

/**
 * Shortest paths that together walk every edge, without paths that are prefixes of others. `isAllowed` filters steps,
 * for example to those a browser can cause. `seen` contains edges that were walked from other starts.
 */
export const shortestPaths = (
  graph: Graph,
  isAllowed: (event: ModelEvent) => boolean = () => true,
  seen = new Set<string>(),
): Path[] => pathsOf(graph, [...breadthFirst(graph, isAllowed, seen)])

/**
 * Covers every edge with few, long paths, for runs where a restart costs more than a step. Each continues to the
 * nearest unseen edge. Only a distant edge may exceed `maxSteps`.
 */
export const longPaths = (graph: Graph, maxSteps: number, seen = new Set<string>()): Path[] =>
  pathsOf(graph, [...longWalks(graph, maxSteps, seen)])

/** Paths without repeated states, limited in length and number. Deterministic. */
export const simplePaths = (graph: Graph): Path[] =>
  pathsOf(graph, [...simpleWalks(graph, graph.model.simple)])

/** The path of the given steps. Throws if one isn't possible. */
export function pathThrough(graph: Graph, events: readonly ModelEvent[]): Path {
  const walk = events.reduce((current, event) => extendWalk(graph, current, event), firstWalk(graph))
  const [path] = pathsOf(graph, [walk])
  if (!path) throw new Error(`${graph.model.machine.id}: no path takes these ${events.length} steps`)
  return path
}

export const eventTitle = (type: string, label: string): string => (label ? `${type} (${label})` : type)

/** Short title of a step: `signIn: wrong`, `code.change (complete)`, `resendTick passes`. */
export const stepTitle = ({ type, kind, label, actorId }: ModelEvent): string => {
  if (kind === 'answer') return `${actorId}: ${label || 'done'}`
  if (kind === 'fail') return `${actorId} throws`
  if (kind === 'wait') return `${type.split('.')[2]} passes`
  return eventTitle(type, label)
}

/** Titles of all steps of a model, possible or not. */
export function stepTitlesOf({ machine, samples, outcomes, sleepMs }: MachineModel): string[] {
  const answers = Object.entries(outcomes).flatMap(([actorId, labels]) =>
    Object.keys(labels).map((label) => `${actorId}: ${label || 'done'}`),
  )
  const throwingActors = new Set([...Object.keys(outcomes), ...invokeIds(machine)])
  return [
    ...Object.entries(samples).flatMap(([type, labels]) =>
      Object.keys(labels).map((label) => eventTitle(type, label)),
    ),
    ...answers,
    ...[...throwingActors].map((actorId) => `${actorId} throws`),
    ...Object.keys(machine.implementations.delays).map((delay) => `${delay} passes`),
    ...(sleepMs === undefined ? [] : ['device sleeps']),
  ]
}

export const pathTitle = ({ steps }: Path): string =>
  steps
    .slice(1)
    .map(({ event }) => stepTitle(event))
    .join(' → ') || 'opens'
