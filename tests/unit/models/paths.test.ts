import { describe, expect, it } from 'vitest'
import { nodesOf } from '../../../statecharts/nodes.ts'
import type { Graph } from '../../../statecharts/paths/graph.ts'
import { type Path, shortestPaths } from '../../../statecharts/paths/paths.ts'
import { browserModels } from '../../nightly/screens/browser-models.ts'
import { browserModelOf, HeldScreensPage } from '../../nightly/screens/held-screens.ts'
import { heldScreens } from '../../nightly/screens/held-screens-list.ts'
import { screenPaths, uncheckedStates } from '../../nightly/screens/on-screens.ts'

const edgesOf = (graph: Graph, paths: readonly Path[]) =>
  paths.flatMap(({ steps }) =>
    steps.slice(1).flatMap(({ event }, index) => {
      const from = steps[index]?.state
      return from ? [JSON.stringify([graph.key(from), event.type, event.label])] : []
    }),
  )

const everyEdge = browserModels.filter(({ appearance }) => !appearance)

describe.each(everyEdge.map((browser) => [browser.model.machine.id, browser] as const))(
  'paths on the screens of %s',
  (_, browser) => {
    const played = screenPaths(browser)

    it('walks every step of the shortest paths', () => {
      const walked = new Set(played.flatMap(({ start, paths }) => edgesOf(browser.graph(start), paths)))
      const seen = new Set<string>()
      const shortest = browser.starts.flatMap((start) => {
        const graph = browser.graph(start)
        return edgesOf(graph, shortestPaths(graph, undefined, seen))
      })
      expect(shortest.length).toBeGreaterThan(20)
      expect(shortest.filter((edge) => !walked.has(edge))).toEqual([])
    })

    it('has paths from every start', () => {
      expect(played.filter(({ paths }) => paths.length === 0)).toEqual([])
      expect(played.map(({ start }) => start)).toEqual(browser.starts)
    })
  },
)

describe.each(heldScreens.map((screens) => [screens.model.machine.id, screens] as const))(
  'paths to the states of %s',
  (_, screens) => {
    const { machine } = screens.model
    const browser = browserModelOf(screens)
    const played = screenPaths(browser)

    it('reaches every state except those listed as unseen', () => {
      const states = nodesOf(machine.root).filter(({ type }) => type === 'atomic' || type === 'final')
      const visited = new Set(
        played.flatMap(({ paths }) =>
          paths.flatMap(({ steps }) =>
            steps.flatMap(({ state }) => state.snapshot._nodes.map((node: { id: string }) => node.id)),
          ),
        ),
      )
      const missed = states.map(({ id }) => id).filter((id) => !visited.has(id))
      expect(missed).toEqual(Object.keys(screens.unseen ?? {}).map((name) => `${machine.id}.${name}`))
    })

    it('names what every state shows, on at most 8 paths unless it has a key', () => {
      if (!screens.key) expect(played.flatMap(({ paths }) => paths).length).toBeLessThan(9)
      expect(uncheckedStates(browser, new HeldScreensPage(null as never, screens))).toEqual([])
    })
  },
)
