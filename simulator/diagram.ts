import type { Line } from './story.ts'

/** Maximum number of machines, and of transitions per machine. The end of a run explains a failure. */
const [maxMachines, maxMoves] = [8, 12]

type Move = { step: number; state: string }

const labelOf = (state: string) =>
  state
    .replace(/^\{(.*)\}$/, '$1')
    .replaceAll(':', '.')
    .replaceAll('{', '(')
    .replaceAll('}', ')')
    .replaceAll(',', ', ')

function pathsOf(lines: readonly Line[]): [string, Move[]][] {
  const paths = new Map<string, Move[]>()
  for (const { step, who, what } of lines) {
    const [machine, state] = what.split(' → ')
    if (machine === undefined || state === undefined) continue
    const key = `${who}: ${machine}`
    const path = paths.get(key) ?? []
    paths.delete(key)
    paths.set(key, [...path, { step, state: labelOf(state) }].slice(-maxMoves))
  }
  return [...paths].slice(-maxMachines)
}

function drawMachine([name, path]: [string, Move[]], index: number): string[] {
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

/** Mermaid diagram of the last active machines. Arrows have step numbers; the final state is bold. */
export const diagramOf = (lines: readonly Line[]): string =>
  [
    'stateDiagram-v2',
    '  classDef last font-weight:bold,stroke-width:3px',
    ...pathsOf(lines).flatMap(drawMachine),
  ].join('\n')
