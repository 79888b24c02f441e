import type { AnyStateMachine } from 'xstate'
import { nodesOf, transitionsByName } from '../nodes.ts'
import type { WalkedPath } from '../paths/walked.ts'
import type { Pictures, PlayedPath } from './records.ts'

/** `passed`: all paths through it passed. `failed`: a path failed there. `unreached`: no path. */
export type CoverageStatus = 'passed' | 'failed' | 'unreached'

/** A state or transition; `paths` are indexes into the machine's paths. */
export type CoveredItem = { name: string; status: CoverageStatus; paths: number[] }

export type Coverage = {
  machine: AnyStateMachine
  paths: readonly PlayedPath[]
  states: CoveredItem[]
  transitions: CoveredItem[]
  pictures: Pictures
}

export const sourceOf = (transition: string): string => transition.slice(0, transition.indexOf(' '))

/** Parts that a path walked, and those that its failed step is blamed for. */
function traceOf({ steps, passed }: WalkedPath) {
  const seenIn = ({ states, transitions }: WalkedPath['steps'][number]) => [
    ...states,
    ...transitions.map(sourceOf),
  ]
  const failedStep = passed ? undefined : steps.at(-1)
  const before = new Set(steps.slice(0, -1).flatMap(seenIn))
  return {
    states: new Set(steps.flatMap(seenIn)),
    transitions: new Set(steps.flatMap(({ transitions }) => transitions)),
    failed: new Set(
      failedStep
        ? [...failedStep.transitions, ...failedStep.states.filter((state) => !before.has(state))]
        : [],
    ),
  }
}

/** Coverage of all states and transitions of a machine. Pure. */
export function coverageOf(
  machine: AnyStateMachine,
  paths: readonly PlayedPath[],
  pictures: Pictures = {},
): Coverage {
  const traces = paths.map(traceOf)
  const coverItem = (kind: 'states' | 'transitions') => (name: string) => {
    const pathIndexes = traces.flatMap((trace, index) => (trace[kind].has(name) ? [index] : []))
    const hasFailed = pathIndexes.some((index) => traces[index]?.failed.has(name))
    const status: CoverageStatus = pathIndexes.length === 0 ? 'unreached' : hasFailed ? 'failed' : 'passed'
    return { name, status, paths: pathIndexes }
  }
  return {
    machine,
    paths,
    states: nodesOf(machine.root).map(({ id }) => coverItem('states')(id)),
    transitions: [...transitionsByName(machine).keys()].map(coverItem('transitions')),
    pictures,
  }
}

const failuresOf = ({ machine, paths }: Coverage): string[] =>
  paths
    .filter(({ passed }) => !passed)
    .map(({ start, title, steps }) => {
      return `${machine.id}, ${start}: ${title} failed at ${steps.at(-1)?.title ?? 'its start'}`
    })

/** One line for each state and transition without a path. */
export const gapsOf = ({ machine, states, transitions }: Coverage): string[] =>
  [...states, ...transitions]
    .filter(({ status }) => status === 'unreached')
    .map(({ name }) => `${machine.id}: no path walks ${name}`)

/** Failures of a run, one per line: failed paths and, if all paths ran, uncovered parts. */
export const faultsOf = (coverage: Coverage, areAllRun: boolean): string[] => [
  ...failuresOf(coverage),
  ...(areAllRun ? gapsOf(coverage) : []),
]

export function statusOf({ states, transitions, paths }: Coverage): CoverageStatus {
  if (paths.some(({ passed }) => !passed)) return 'failed'
  return [...states, ...transitions].some(({ status }) => status === 'unreached') ? 'unreached' : 'passed'
}

const urgency: readonly CoverageStatus[] = ['failed', 'unreached', 'passed']

/** Failed machines first, then those with uncovered parts; otherwise in the given order. */
export const urgentFirst = (coverages: readonly Coverage[]): Coverage[] =>
  coverages.toSorted((a, b) => urgency.indexOf(statusOf(a)) - urgency.indexOf(statusOf(b)))
