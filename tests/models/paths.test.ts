import { describe, expect, it } from 'vitest'
import type { Graph } from '../../statecharts/paths/graph.ts'
import { type Path, shortestPaths } from '../../statecharts/paths/paths.ts'
import { browserModels } from './index.ts'
import { screenPaths } from './on-screens.ts'

const edgesOf = (graph: Graph, paths: readonly Path[]) =>
  paths.flatMap(({ steps }) =>
    steps.slice(1).flatMap(({ event }, index) => {
      const from = steps[index]?.state
      return from ? [JSON.stringify([graph.key(from), event.type, event.label])] : []
    }),
  )

describe.each(browserModels.map((browser) => [browser.model.machine.id, browser] as const))(
  'the paths on the screens of %s',
  (_, browser) => {
    const played = screenPaths(browser)

    it('walks every step that the shortest paths walk', () => {
      const walked = new Set(played.flatMap(({ start, paths }) => edgesOf(browser.graph(start), paths)))
      const seen = new Set<string>()
      const shortest = browser.starts.flatMap((start) => {
        const graph = browser.graph(start)
        return edgesOf(graph, shortestPaths(graph, undefined, seen))
      })
      expect(shortest.length).toBeGreaterThan(20)
      expect(shortest.filter((edge) => !walked.has(edge))).toEqual([])
    })

    it('opens every page where it begins', () => {
      expect(played.filter(({ paths }) => paths.length === 0)).toEqual([])
      expect(played.map(({ start }) => start)).toEqual(browser.starts)
    })
  },
)
