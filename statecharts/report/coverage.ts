import type { AnyStateMachine } from 'xstate'
import { nodesOf, transitionsByName } from '../nodes.ts'
import type { WalkedPath } from '../paths/walked.ts'
import type { Pictures, PlayedPath } from './records.ts'

/** Whether every path that came by went on well, one failed right there, or none came by. */
export type Standing = 'passed' | 'failed' | 'unreached'

/** A state or a transition: who walked it, as indexes of the machine's paths. */
export type Part = { name: string; standing: Standing; paths: number[] }

/** A machine with all its parts, and the paths that were walked. */
export type Coverage = {
  machine: AnyStateMachine
  paths: readonly PlayedPath[]
  states: Part[]
  transitions: Part[]
  pictures: Pictures
}

/** The state that declares a transition of this name. */
export const sourceOf = (transition: string): string => transition.slice(0, transition.indexOf(' '))

/** What a path walked, and what of it its failing step is to blame for. */
function traceOf({ steps, passed }: WalkedPath) {
  const seenIn = ({ states, transitions }: WalkedPath['steps'][number]) => [
    ...states,
    ...transitions.map(sourceOf),
  ]
  const last = passed ? undefined : steps.at(-1)
  const before = new Set(steps.slice(0, -1).flatMap(seenIn))
  return {
    states: new Set(steps.flatMap(seenIn)),
    transitions: new Set(steps.flatMap(({ transitions }) => transitions)),
    failed: new Set(last ? [...last.transitions, ...last.states.filter((state) => !before.has(state))] : []),
  }
}

/** Every state and transition that a machine declares, with the paths that walked it, and what states show. Pure. */
export function coverageOf(
  machine: AnyStateMachine,
  paths: readonly PlayedPath[],
  pictures: Pictures = {},
): Coverage {
  const traces = paths.map(traceOf)
  const partOf = (kind: 'states' | 'transitions') => (name: string) => {
    const walkers = traces.flatMap((trace, index) => (trace[kind].has(name) ? [index] : []))
    const hasFailed = walkers.some((index) => traces[index]?.failed.has(name))
    const standing: Standing = walkers.length === 0 ? 'unreached' : hasFailed ? 'failed' : 'passed'
    return { name, standing, paths: walkers }
  }
  return {
    machine,
    paths,
    states: nodesOf(machine.root).map(({ id }) => partOf('states')(id)),
    transitions: [...transitionsByName(machine).keys()].map(partOf('transitions')),
    pictures,
  }
}

/** Each path that failed, one line each. */
const failuresOf = ({ machine, paths }: Coverage): string[] =>
  paths
    .filter(({ passed }) => !passed)
    .map(({ start, title, steps }) => {
      return `${machine.id}, ${start}: ${title} failed at ${steps.at(-1)?.title ?? 'its start'}`
    })

/** Each state and transition that no path walked, one line each. */
export const gapsOf = ({ machine, states, transitions }: Coverage): string[] =>
  [...states, ...transitions]
    .filter(({ standing }) => standing === 'unreached')
    .map(({ name }) => `${machine.id}: no path walks ${name}`)

/**
 * What is wrong with a run, one line each: paths that failed, and, when all paths ran, whatever none of them walked.
 * Empty when the run is good.
 */
export const faultsOf = (coverage: Coverage, areAllRun: boolean): string[] => [
  ...failuresOf(coverage),
  ...(areAllRun ? gapsOf(coverage) : []),
]

/** Status of a whole machine. */
export function statusOf({ states, transitions, paths }: Coverage): Standing {
  if (paths.some(({ passed }) => !passed)) return 'failed'
  return [...states, ...transitions].some(({ standing }) => standing === 'unreached') ? 'unreached' : 'passed'
}

const urgency: readonly Standing[] = ['failed', 'unreached', 'passed']

/** Machines with failures first, then those with something that was not tried; otherwise in their order. */
export const urgentFirst = (coverages: readonly Coverage[]): Coverage[] =>
  coverages.toSorted((a, b) => urgency.indexOf(statusOf(a)) - urgency.indexOf(statusOf(b)))
