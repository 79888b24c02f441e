import { type StatePath, TestModel, type TestPath } from '@xstate/graph'
import type { ActorLogic } from 'xstate'
import { invokeIds } from '../nodes.ts'
import type { Graph, Happening, Moment } from './graph.ts'
import type { MachineModel } from './machine-model.ts'

/** A walk from a start to an end; `test` of `@xstate/graph` executes it. */
export type Path = TestPath<Moment, Happening>

const begin: Happening = {
  type: 'xstate.init',
  kind: 'begin',
  label: '',
  actorId: null,
  event: { type: 'xstate.init' },
}

export type Walk = StatePath<Moment, Happening>

export const firstWalk = ({ initial }: Graph): Walk => ({
  state: initial,
  steps: [{ event: begin, state: initial }],
  weight: 0,
})
export const goOn = ({ after }: Graph, { state, steps, weight }: Walk, event: Happening): Walk => {
  const next = after(state, event)
  return { state: next, steps: [...steps, { event, state: next }], weight: weight + 1 }
}

/** More states than this, and the facts of a model are too fine. */
const maxStates = 6_000

function* breadthFirst(
  graph: Graph,
  only: (happening: Happening) => boolean,
  seen: Set<string>,
): Generator<Walk> {
  const queue = [firstWalk(graph)]
  for (const walk of queue) {
    if (seen.size > maxStates) throw new Error(`${graph.model.machine.id}: more than ${maxStates} states`)
    const from = graph.key(walk.state)
    const further = graph
      .possible(walk.state)
      .filter(only)
      .filter((happening) => {
        // The last step counts too, so that transitions back to the same state are walked.
        const edge = JSON.stringify([from, happening.type, happening.label])
        return !seen.has(edge) && seen.add(edge)
      })
    if (further.length === 0) yield walk
    for (const happening of further) queue.push(goOn(graph, walk, happening))
  }
}

const edgeOf = (graph: Graph, { state }: Walk, { type, label }: Happening) =>
  JSON.stringify([graph.key(state), type, label])

/** States with equal keys may still differ in where they let a browser go on. */
const junctionOf = (graph: Graph, { state }: Walk) =>
  JSON.stringify([graph.key(state), graph.possible(state).map(({ type, label }) => [type, label])])

/** The walk on to the nearest edge that is not seen yet, one after which it can go on if there is a choice. */
function toFreshEdge(graph: Graph, from: Walk, seen: Set<string>, maxWeight: number): Walk | null {
  const reached = new Set([junctionOf(graph, from)])
  for (let level = [from]; level.length > 0; ) {
    const fresh: { walk: Walk; edge: string }[] = []
    const further: Walk[] = []
    for (const walk of level) {
      if (walk.weight >= maxWeight) continue
      for (const happening of graph.possible(walk.state)) {
        const next = goOn(graph, walk, happening)
        const edge = edgeOf(graph, walk, happening)
        if (!seen.has(edge)) fresh.push({ walk: next, edge })
        else if (!reached.has(junctionOf(graph, next))) {
          reached.add(junctionOf(graph, next))
          further.push(next)
        }
      }
    }
    const [first] = fresh
    if (first) {
      const best = fresh.find(({ walk }) => graph.possible(walk.state).length > 0) ?? first
      seen.add(best.edge)
      return best.walk
    }
    level = further
  }
  return null
}

function* longWalks(graph: Graph, maxSteps: number, seen: Set<string>): Generator<Walk> {
  const start = firstWalk(graph)
  for (let isFirst = true; ; isFirst = false) {
    let walk = toFreshEdge(graph, start, seen, Number.POSITIVE_INFINITY)
    if (!walk) {
      // A start from which all is walked already is opened nevertheless.
      if (isFirst) yield start
      return
    }
    for (let next: Walk | null = walk; next; next = toFreshEdge(graph, walk, seen, maxSteps)) walk = next
    yield walk
  }
}

/** Random numbers, the same ones every time. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

function* simpleWalks(graph: Graph, { steps, paths }: { steps: number; paths: number }): Generator<Walk> {
  const random = randomFrom(1)
  /** What the first of the options comes to that comes to anything, in random order. */
  const oneOf = <Option, Result>(options: Option[], attempt: (option: Option) => Result | null) => {
    const left = [...options]
    while (left.length > 0) {
      const [option] = left.splice(random(left.length), 1) as [Option]
      const result = attempt(option)
      if (result) return result
    }
    return null
  }
  const walked = new Set<string>()
  for (let tries = 0; walked.size < paths && tries < paths * 3; tries++) {
    let walk = firstWalk(graph)
    const visited = new Set([graph.key(walk.state)])
    while (walk.weight < steps) {
      const next = oneOf(graph.possible(walk.state), (happening) => {
        const further = goOn(graph, walk, happening)
        return visited.has(graph.key(further.state)) ? null : further
      })
      if (!next) break
      walk = next
      visited.add(graph.key(walk.state))
    }
    const name = walk.steps.map(({ event }) => stepTitle(event)).join()
    if (walked.has(name)) continue
    walked.add(name)
    yield walk
  }
}

const testModelOf = (graph: Graph) => {
  const logic = {
    getInitialSnapshot: () => graph.initial,
    transition: graph.after,
    getPersistedSnapshot: (moment) => moment,
  } as ActorLogic<Moment, Happening>
  return new TestModel<Moment, Happening, unknown>(logic, {
    serializeState: ({ snapshot }) => JSON.stringify(snapshot.value),
    serializeEvent: stepTitle,
    stateMatcher: ({ snapshot }, key) => key === '*' || snapshot.matches(key as never),
  })
}

/** Walks of a graph as paths to execute. */
export const pathsOf = (graph: Graph, walks: readonly Walk[]): Path[] =>
  testModelOf(graph).getPaths(() => [...walks], { allowDuplicatePaths: true })

/**
 * The shortest paths that together walk every edge of the graph; one that is the beginning of another is left out.
 * `only` keeps to some happenings, such as those that a browser can bring about; `seen` holds edges that need no
 * walking any more, for graphs of one model from several starts.
 */
export const shortestPaths = (
  graph: Graph,
  only: (happening: Happening) => boolean = () => true,
  seen = new Set<string>(),
): Path[] => pathsOf(graph, [...breadthFirst(graph, only, seen)])

/**
 * Few paths that walk every edge of the graph, each going on to the nearest edge that is left: for runs where beginning
 * again costs more than a step. `maxSteps` is exceeded only where an edge is farther away than that.
 */
export const longPaths = (graph: Graph, maxSteps: number, seen = new Set<string>()): Path[] =>
  pathsOf(graph, [...longWalks(graph, maxSteps, seen)])

/** Paths that never come to a state twice, bounded in length and number, the same ones every time. */
export const simplePaths = (graph: Graph): Path[] =>
  pathsOf(graph, [...simpleWalks(graph, graph.model.simple)])

/** The path of these steps, each possible where the one before has led. */
export function pathThrough(graph: Graph, happenings: readonly Happening[]): Path {
  const walk = happenings.reduce((sofar, happening) => goOn(graph, sofar, happening), firstWalk(graph))
  const [path] = pathsOf(graph, [walk])
  if (!path) throw new Error('no path')
  return path
}

/** An event that a person or an actor causes, with what is special about this one. */
export const eventTitle = (type: string, label: string): string => (label ? `${type} (${label})` : type)

/** A step in a few words: `signIn: wrong`, `code.change (complete)`, `resendTick passes`. */
export const stepTitle = ({ type, kind, label, actorId }: Happening): string => {
  if (kind === 'answer') return `${actorId}: ${label || 'done'}`
  if (kind === 'fail') return `${actorId} throws`
  if (kind === 'wait') return `${type.split('.')[2]} passes`
  return eventTitle(type, label)
}

/** Names of all steps that a model has, whether or not they are possible now. */
export function stepTitlesOf({ machine, samples, outcomes, sleep }: MachineModel): string[] {
  const answers = Object.entries(outcomes).flatMap(([actorId, labels]) =>
    Object.keys(labels).map((label) => `${actorId}: ${label || 'done'}`),
  )
  const throwing = new Set([...Object.keys(outcomes), ...invokeIds(machine)])
  return [
    ...Object.entries(samples).flatMap(([type, labels]) =>
      Object.keys(labels).map((label) => eventTitle(type, label)),
    ),
    ...answers,
    ...[...throwing].map((actorId) => `${actorId} throws`),
    ...Object.keys(machine.implementations.delays).map((delay) => `${delay} passes`),
    ...(sleep === undefined ? [] : ['device sleeps']),
  ]
}

export const pathTitle = ({ steps }: Path): string =>
  steps
    .slice(1)
    .map(({ event }) => stepTitle(event))
    .join(' → ') || 'opens'
