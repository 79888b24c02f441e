import { lifecycleMachine } from '@handsfree/core/orders'
import type { AnyStateMachine } from 'xstate'
import { graphOf } from '../../statecharts/paths/graph.ts'
import type { MachineModel } from '../../statecharts/paths/machine-model.ts'
import { pathTitle, shortestPaths, simplePaths, stepTitlesOf } from '../../statecharts/paths/paths.ts'
import type { WalkedPath } from '../../statecharts/paths/walked.ts'
import { browserModels } from '../nightly/screens/browser-models.ts'
import { screenPaths } from '../nightly/screens/on-screens.ts'
import { models } from '../unit/models/index.ts'
import * as lifecycle from '../unit/models/lifecycle.model.ts'

/** A generated path that hasn't run. */
export type ListedPath = Pick<WalkedPath, 'start' | 'kind' | 'title'>

/** A machine with its starts, step names and generated paths. */
export type Listed = {
  machine: AnyStateMachine
  hasScreens: boolean
  starts: string[]
  steps: string[]
  paths: () => ListedPath[]
}

function headlessPaths(model: MachineModel): ListedPath[] {
  const edges = new Set<string>()
  return Object.keys(model.starts).flatMap((start) => {
    const graph = graphOf(model, start)
    const named = (kind: ListedPath['kind'], paths: ReturnType<typeof simplePaths>) =>
      paths.map((path) => ({ start, kind, title: pathTitle(path) }))
    return [
      ...named('shortest', shortestPaths(graph, undefined, edges)),
      ...named('simple', simplePaths(graph)),
    ]
  })
}

const onScreens = (machine: AnyStateMachine) =>
  browserModels.filter(({ model }) => model.machine.id === machine.id)

const ofModel = ({ machine, model }: (typeof models)[number]): Listed => ({
  machine,
  hasScreens: onScreens(machine).length > 0,
  starts: Object.keys(model.starts),
  steps: stepTitlesOf(model),
  paths: () => [
    ...headlessPaths(model),
    ...onScreens(machine)
      .flatMap(screenPaths)
      .flatMap(({ start, paths }) =>
        paths.map((path) => ({ start, kind: 'screens' as const, title: pathTitle(path) })),
      ),
  ],
})

/**
 * The order's lifecycle runs on the server as a pure function. Its paths are the shortest from each start.
 */
const ofLifecycle: Listed = {
  machine: lifecycleMachine,
  hasScreens: false,
  starts: lifecycle.starts.map(({ title }) => title),
  steps: [...new Set(lifecycleMachine.events)].sort(),
  paths: () =>
    lifecycle.starts.flatMap((start) =>
      lifecycle
        .lifecyclePaths(start)
        .map((path) => ({ start: start.title, kind: 'shortest' as const, title: lifecycle.pathTitle(path) })),
    ),
}

export const listed: readonly Listed[] = [...models.map(ofModel), ofLifecycle].sort((a, b) =>
  a.machine.id < b.machine.id ? -1 : 1,
)
