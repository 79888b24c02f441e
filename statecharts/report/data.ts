import type { AnyStateNode } from 'xstate'
import { idOf } from '../mermaid.ts'
import { actionNames, nodesOf, transitionLabel, transitionsByName } from '../nodes.ts'
import { type Coverage, type CoveredItem, sourceOf } from './coverage.ts'
import { endOf, leavesOf, type StateScreen, screensOf, titleOf } from './screens.ts'

type Detail = [term: string, text: string]

const filledDetails = (facts: Detail[]): Detail[] => facts.filter(([, text]) => text !== '')

const stateDetails = (node: AnyStateNode, screen: StateScreen | undefined): Detail[] =>
  filledDetails([
    ['screen', screen ? titleOf(screen) : ''],
    ['page', screen?.page ?? ''],
    ['means', node.description ?? ''],
    ['on entry', actionNames(node.config.entry).join(', ')],
    ['on exit', actionNames(node.config.exit).join(', ')],
    ['invokes', node.invoke.map(({ id }) => id).join(', ')],
  ])

/** Data for the report's script. Names are stored once and referenced by index. */
export function dataOf({ machine, paths, states, transitions, pictures }: Coverage) {
  const indexIn = (list: string[]) => {
    const places = new Map<string, number>()
    return (text: string) => {
      const at = places.get(text) ?? list.push(text) - 1
      places.set(text, at)
      return at
    }
  }
  const titles: string[] = []
  const starts: string[] = []
  const kinds: string[] = []
  const ends: string[] = []
  const screenTitles: string[] = []
  const pictureList: string[] = []
  const pictureAt = indexIn(pictureList)
  const [titleAt, startAt, kindAt] = [indexIn(titles), indexIn(starts), indexIn(kinds)]
  const [endAt, screenAt] = [indexIn(ends), indexIn(screenTitles)]
  const screens = screensOf(machine)
  const screenIn = (ids: readonly string[]) => {
    const screen = leavesOf(ids).flatMap((id) => screens.get(id) ?? [])[0]
    return screen ? screenAt(titleOf(screen)) : -1
  }
  const transitionAt = new Map(transitions.map(({ name }, index) => [name, index]))
  const declaredTransitions = transitionsByName(machine)
  const nodes = new Map(nodesOf(machine.root).map((node) => [node.id, node]))
  const transitionsFrom = (id: string) =>
    transitions.flatMap(({ name }, index) => (sourceOf(name) === id ? [index] : []))
  const partData = ({ name, status, paths }: CoveredItem, title: string, facts: Detail[]) =>
    [title, status, paths, facts, transitionsFrom(name)] as const
  return {
    titles,
    starts,
    kinds,
    ends,
    screens: screenTitles,
    states: states.map((part) => {
      const node = nodes.get(part.name)
      return partData(part, part.name, node ? stateDetails(node, screens.get(part.name)) : [])
    }),
    pictures: pictureList,
    pictured: states.map(({ name }) => (pictures[name] === undefined ? -1 : pictureAt(pictures[name]))),
    drawn: states.map(({ name }) => idOf(nodes.get(name)!)),
    transitions: transitions.map((part) => {
      const transition = declaredTransitions.get(part.name)
      if (!transition) return partData(part, part.name, [])
      const targets = transition.target?.map(({ id }) => id).join(', ') ?? 'stays'
      const details = filledDetails([
        ['in', transition.source.id],
        ['to', transition.target && transition.reenter ? `${targets} (again)` : targets],
        ['actions', actionNames(transition.actions).join(', ')],
        ['why', transition.description ?? ''],
      ])
      return partData(part, transitionLabel(transition), details)
    }),
    paths: paths.map(({ start, kind, steps, length, error }) => [
      startAt(start),
      kindAt(kind),
      steps.map((step) => [
        titleAt(step.title),
        step.transitions.flatMap((name) => transitionAt.get(name) ?? []),
        screenIn(step.states),
      ]),
      length,
      error,
      endAt(endOf(steps)),
    ]),
  }
}
