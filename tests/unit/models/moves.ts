import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StateMachine } from 'xstate'
import { graphOf } from '../../../statecharts/paths/graph.ts'
import type { MachineModel } from '../../../statecharts/paths/machine-model.ts'
import { differences, Moves, type Selectors } from '../../../statecharts/paths/moves.ts'
import { shortestPaths, simplePaths } from '../../../statecharts/paths/paths.ts'
import { machineFiles, root } from '../../../statecharts/registry.ts'

const accept = 'npm run machines -- --accept'
const kebab = (id: string) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A machine's file of reviewed moves, relative to the repository root. */
const fileOf = (id: string) => `tests/unit/models/moves/${kebab(id)}.txt`
const pathOf = (id: string) => join(import.meta.dirname, 'moves', `${kebab(id)}.txt`)

/** A machine's reviewed moves, or null without a file. */
export const tableOf = (id: string): string | null =>
  existsSync(pathOf(id)) ? readFileSync(pathOf(id), 'utf8') : null

export const keepTable = (id: string, table: string): void => writeFileSync(pathOf(id), table)

/** Lines that differ between a machine and its reviewed moves; empty if none. */
export function faultOf(id: string, made: string): string {
  const reviewed = tableOf(id)
  if (reviewed === null) return `${fileOf(id)} is missing. Write it with ${accept}, and review it.`
  if (reviewed === made) return ''
  const { removed, added } = differences(reviewed, made)
  return [
    `${fileOf(id)} and the machine differ. Fix the machine, or run ${accept} and review the changes.`,
    ...removed.map((line) => `- ${line}`),
    ...added.map((line) => `+ ${line}`),
  ].join('\n')
}

/** Selectors of the file beside each machine, by the machine's id. */
const selectors = new Map<string, Selectors>()
for (const file of machineFiles()) {
  const functions = file.replace('.machine.ts', '.ts')
  if (!existsSync(join(root, functions))) continue
  const [{ ...machines }, exported]: Record<string, unknown>[] = await Promise.all(
    [file, functions].map((path) => import(pathToFileURL(join(root, path)).href)),
  )
  const found = Object.entries(exported ?? {}).filter(([name]) => /^select[A-Z]/.test(name))
  for (const machine of Object.values(machines))
    if (machine instanceof StateMachine) selectors.set(machine.id, Object.fromEntries(found) as Selectors)
}
export const selectorsOf = (id: string): Selectors => selectors.get(id) ?? {}

/** A machine's current moves, from its model. */
export function movesOf(model: MachineModel): Moves {
  const moves = new Moves(model.machine.id, selectorsOf(model.machine.id))
  const edges = new Set<string>()
  for (const start of Object.keys(model.starts)) {
    const graph = graphOf(model, start)
    for (const path of [...shortestPaths(graph, undefined, edges), ...simplePaths(graph)])
      moves.recordPath(start, path)
  }
  return moves
}
