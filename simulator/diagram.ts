import type { Line } from './story.ts'

/** Machines and steps of each that a diagram shows at most: the end of a run is what explains it. */
const [machines, moves] = [8, 12]

type Move = { step: number; state: string }

/** `{code:{entry:typing}}` as people write it. */
const labelOf = (state: string) =>
  state
    .replace(/^\{(.*)\}$/, '$1')
    .replaceAll(':', '.')
    .replaceAll('{', '(')
    .replaceAll('}', ')')
    .replaceAll(',', ', ')

/** Moves of each machine of each tab, the one that moved last at the end. */
function pathsOf(lines: readonly Line[]): [string, Move[]][] {
  const paths = new Map<string, Move[]>()
  for (const { step, who, what } of lines) {
    const [machine, state] = what.split(' → ')
    if (machine === undefined || state === undefined) continue
    const key = `${who}: ${machine}`
    const path = paths.get(key) ?? []
    paths.delete(key)
    paths.set(key, [...path, { step, state: labelOf(state) }].slice(-moves))
  }
  return [...paths].slice(-machines)
}

/** One machine: its states, and the steps at which it went from one to the next. */
function drawn([name, path]: [string, Move[]], index: number): string[] {
  const states = [...new Set(path.map(({ state }) => state))]
  const idOf = (state: string) => `m${index}s${states.indexOf(state)}`
  const arrows = new Map<string, number[]>()
  for (const [at, { step, state }] of path.entries()) {
    const before = path[at - 1]
    const arrow = `${before ? idOf(before.state) : '[*]'} --> ${idOf(state)}`
    arrows.set(arrow, [...(arrows.get(arrow) ?? []), step])
  }
  return [
    `  state "${name}" as m${index} {`,
    ...states.map((state) => `    state "${state}" as ${idOf(state)}`),
    ...[...arrows].map(([arrow, steps]) => `    ${arrow}: ${steps.join(', ')}`),
    '  }',
    `  class ${idOf(path.at(-1)!.state)} last`,
  ]
}

/** The machines that moved last, as Mermaid text: arrows carry the steps of the story, the state of the end is bold. */
export const diagramOf = (lines: readonly Line[]): string =>
  [
    'stateDiagram-v2',
    '  classDef last font-weight:bold,stroke-width:3px',
    ...pathsOf(lines).flatMap(drawn),
  ].join('\n')
