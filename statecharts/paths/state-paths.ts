import type { Graph, Moment } from './graph.ts'
import { firstWalk, goOn, type Path, pathsOf, type Walk } from './paths.ts'

/** Views of a moment; each has to be reached once. */
export type Looks = (moment: Moment) => readonly unknown[]

/** Distinguishes moments by state and facts. */
const detailOf = ({ snapshot, facts }: Moment) => JSON.stringify([snapshot.status, snapshot.value, facts])

const isOpen = (graph: Graph, { state }: Walk) => graph.possible(state).length > 0

/** Extends a walk to the nearest unseen state; prefers states that aren't dead ends. */
function toFreshState(
  graph: Graph,
  from: Walk,
  { looks, seen, maxWeight }: { looks: Looks; seen: Set<string>; maxWeight: number },
): Walk | null {
  const reached = new Set([detailOf(from.state)])
  for (let level = [from]; level.length > 0; ) {
    const further = level
      .filter(({ weight }) => weight < maxWeight)
      .flatMap((walk) => graph.possible(walk.state).map((happening) => goOn(graph, walk, happening)))
      .filter(({ state }) => {
        const detail = detailOf(state)
        return !reached.has(detail) && reached.add(detail)
      })
    const fresh = further.filter(({ state }) => looks(state).some((look) => !seen.has(JSON.stringify(look))))
    const next = fresh.find((walk) => isOpen(graph, walk)) ?? fresh[0]
    if (next) return next
    level = further
  }
  return null
}

function* stateWalks(graph: Graph, maxSteps: number, looks: Looks, seen: Set<string>): Generator<Walk> {
  const start = firstWalk(graph)
  const see = (walk: Walk) => {
    for (const look of walk.steps.flatMap(({ state }) => looks(state))) seen.add(JSON.stringify(look))
  }
  see(start)
  for (let isFirst = true; ; isFirst = false) {
    let walk = toFreshState(graph, start, { looks, seen, maxWeight: Number.POSITIVE_INFINITY })
    if (!walk) {
      if (isFirst) yield start
      return
    }
    for (
      let next: Walk | null = walk;
      next;
      next = toFreshState(graph, walk, { looks, seen, maxWeight: maxSteps })
    ) {
      walk = next
      see(walk)
    }
    yield walk
  }
}

/**
 * Few paths that visit every state, for runs where opening a page costs more than a step. `seen` contains states that
 * were visited from other starts.
 */
export const statePaths = (graph: Graph, maxSteps: number, looks: Looks, seen = new Set<string>()): Path[] =>
  pathsOf(graph, [...stateWalks(graph, maxSteps, looks, seen)])
