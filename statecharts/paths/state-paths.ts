import type { Graph, ModelState } from './graph.ts'
import { extendWalk, firstWalk, type Path, pathsOf, type Walk } from './paths.ts'

/** Views of a moment; each has to be reached once. */
export type GetAppearances = (state: ModelState) => readonly unknown[]

/** Distinguishes moments by state and facts. */
const detailOf = ({ snapshot, facts }: ModelState) => JSON.stringify([snapshot.status, snapshot.value, facts])

const isOpen = (graph: Graph, { state }: Walk) => graph.possibleEvents(state).length > 0

/** Extends a walk to the nearest unseen state; prefers states that aren't dead ends. */
function findUnseenState(
  graph: Graph,
  from: Walk,
  { appearances, seen, maxWeight }: { appearances: GetAppearances; seen: Set<string>; maxWeight: number },
): Walk | null {
  const reachedDetails = new Set([detailOf(from.state)])
  for (let level = [from]; level.length > 0; ) {
    const nextWalks = level
      .filter(({ weight }) => weight < maxWeight)
      .flatMap((walk) => graph.possibleEvents(walk.state).map((event) => extendWalk(graph, walk, event)))
      .filter(({ state }) => {
        const detail = detailOf(state)
        return !reachedDetails.has(detail) && reachedDetails.add(detail)
      })
    const fresh = nextWalks.filter(({ state }) =>
      appearances(state).some((look) => !seen.has(JSON.stringify(look))),
    )
    const next = fresh.find((walk) => isOpen(graph, walk)) ?? fresh[0]
    if (next) return next
    level = nextWalks
  }
  return null
}

function* stateWalks(
  graph: Graph,
  maxSteps: number,
  appearances: GetAppearances,
  seen: Set<string>,
): Generator<Walk> {
  const start = firstWalk(graph)
  const markSeen = (walk: Walk) => {
    for (const look of walk.steps.flatMap(({ state }) => appearances(state))) seen.add(JSON.stringify(look))
  }
  markSeen(start)
  for (let isFirst = true; ; isFirst = false) {
    let walk = findUnseenState(graph, start, { appearances, seen, maxWeight: Number.POSITIVE_INFINITY })
    if (!walk) {
      if (isFirst) yield start
      return
    }
    for (
      let next: Walk | null = walk;
      next;
      next = findUnseenState(graph, walk, { appearances, seen, maxWeight: maxSteps })
    ) {
      walk = next
      markSeen(walk)
    }
    yield walk
  }
}

/**
 * Few paths that visit every state, for runs where opening a page costs more than a step. `seen` contains states that
 * were visited from other starts.
 */
export const statePaths = (
  graph: Graph,
  maxSteps: number,
  appearances: GetAppearances,
  seen = new Set<string>(),
): Path[] => pathsOf(graph, [...stateWalks(graph, maxSteps, appearances, seen)])
