import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { graphOf } from '../../../statecharts/paths/graph.ts'
import type { MachineModel } from '../../../statecharts/paths/machine-model.ts'
import { differences, Moves } from '../../../statecharts/paths/moves.ts'
import { shortestPaths, simplePaths } from '../../../statecharts/paths/paths.ts'

const accept = 'npm run machines -- --accept'
const kebab = (id: string) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** File of a machine's reviewed moves, from the repository's root. */
const fileOf = (id: string) => `tests/unit/models/moves/${kebab(id)}.txt`
const pathOf = (id: string) => join(import.meta.dirname, 'moves', `${kebab(id)}.txt`)

/** The reviewed moves of a machine; null when there are none. */
export const tableOf = (id: string): string | null =>
  existsSync(pathOf(id)) ? readFileSync(pathOf(id), 'utf8') : null

export const keepTable = (id: string, table: string): void => writeFileSync(pathOf(id), table)

/** How a machine and its reviewed moves differ, line by line; empty when they do not. */
export function faultOf(id: string, made: string): string {
  const reviewed = tableOf(id)
  if (reviewed === null) return `${fileOf(id)} is missing. Write it with ${accept}, and review it.`
  if (reviewed === made) return ''
  const { gone, added } = differences(reviewed, made)
  return [
    `${fileOf(id)} and the machine differ. Fix the machine, or run ${accept} and review the changes.`,
    ...gone.map((line) => `- ${line}`),
    ...added.map((line) => `+ ${line}`),
  ].join('\n')
}

/** The moves of a machine as its model walks it now. */
export function movesOf(model: MachineModel): Moves {
  const moves = new Moves(model.machine.id)
  const edges = new Set<string>()
  for (const start of Object.keys(model.starts)) {
    const graph = graphOf(model, start)
    for (const path of [...shortestPaths(graph, undefined, edges), ...simplePaths(graph)])
      moves.follow(start, path)
  }
  return moves
}
