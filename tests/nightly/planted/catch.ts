import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../../../simulator/bundle.ts'
import { play } from '../../../simulator/play.ts'
import { readTestFiles } from '../../../statecharts/report/records.ts'
import type { Planted } from './planted.types.ts'
import { plantBug } from './tree.ts'

export type CatchCounts = {
  /** The invariant that failed in a simulated world. */
  simulator: string | null
  /** Failed tests: of reviewed tables, of generated paths, and others. */
  tables: number
  generated: number
  others: number
}

const run = (folder: string, args: string[], env = {}) =>
  spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })

const tsx = ['node_modules/tsx/dist/cli.mjs', '--conditions=handsfree-source']

/** Splits a world's arguments at spaces, except within quotation marks. */
const splitArguments = (world: string) =>
  world.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []

/** Plays worlds with a bug until one fails. Returns the invariant, the simulator's exit, or null. */
export async function playWorlds(bug: Planted, worlds: readonly string[]): Promise<string | null> {
  if (worlds.length === 0) return null
  const { isRead, caught } = await playChanged(bug.file, (source) => plantBug(source, bug), worlds)
  if (!isRead) throw new Error(`${bug.id}: no simulated world reads ${bug.file}`)
  return caught
}

/** Returns the worlds in which no promise breaks without a bug. */
export async function soundWorlds(worlds: readonly string[]): Promise<string[]> {
  const { file, remove } = await bundle()
  try {
    return worlds.filter((world) => play(file, '--no-shrink', ...splitArguments(world)).status === 0)
  } finally {
    remove()
  }
}

/** Like `playWorlds`, for any change of a file. `isRead` is whether the simulator imports the file. */
export async function playChanged(
  changed: string,
  change: (source: string) => string,
  worlds: readonly string[],
): Promise<{ isRead: boolean; caught: string | null }> {
  let isRead = false
  const { file, remove } = await bundle((path, source) => {
    if (path !== changed) return source
    isRead = true
    return change(source)
  })
  try {
    if (!isRead) return { isRead, caught: null }
    for (const world of worlds) {
      const { status, output } = play(file, '--no-shrink', ...splitArguments(world))
      if (status === 0) continue
      const [, step, invariant] = /BROKEN at step (\d+): (\w+)/.exec(output) ?? []
      const caught = invariant
        ? `${invariant} (${world}, step ${step})`
        : `ended with ${status} (${world}): ${output.slice(-300)}`
      return { isRead, caught }
    }
    return { isRead, caught: null }
  } finally {
    remove()
  }
}

const isModel = (file: string) => file.includes('tests/unit/models/')
const machineOf = (file: string) =>
  (/models\/(.+)\.model\.ts/.exec(file)?.[1] ?? '').replace(/-(\w)/g, (_, letter: string) =>
    letter.toUpperCase(),
  )
/** The test file that walks a model. */
const testOf = (file: string) => {
  if (!isModel(file)) return file
  return `tests/unit/models/${machineOf(file) === 'lifecycle' ? 'lifecycle.model' : 'models'}.test.ts`
}

/**
 * Runs test files and counts failures; a file that can't be loaded counts as one. If `isQuick`, compares the
 * machines' tables first, and runs other files only if the tables agree.
 */
export function runTests(
  folder: string,
  tests: readonly string[],
  isQuick: boolean,
): Omit<CatchCounts, 'simulator'> {
  if (!isQuick) return count(folder, tests)
  const machines = tests.filter(isModel).map(machineOf)
  const isTold =
    machines.length > 0 &&
    run(folder, [...tsx, 'tests/unit/models/check-moves.ts', ...machines]).stdout.includes(' differ. ')
  if (isTold) return { tables: 1, generated: 0, others: 0 }
  return count(
    folder,
    tests.filter((file) => !isModel(file)),
  )
}

function count(folder: string, tests: readonly string[]): Omit<CatchCounts, 'simulator'> {
  if (tests.length === 0) return { tables: 0, generated: 0, others: 0 }
  const file = join(folder, 'planted-report.json')
  rmSync(file, { force: true })
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=unit',
    '--project=server',
    ...new Set(tests.map(testOf)),
    '--reporter=json',
    `--outputFile=${file}`,
  ]
  const { stdout, stderr } = run(folder, vitest, {
    HANDSFREE_MACHINES: tests.filter(isModel).map(machineOf).join(),
  })
  const caught = { tables: 0, generated: 0, others: 0 }
  let files: ReturnType<typeof readTestFiles>
  try {
    files = readTestFiles(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new Error(`the tests did not run: ${stdout.slice(-500)}${stderr.slice(-500)}`)
  }
  if (files.every(({ status, assertionResults }) => status === 'passed' && assertionResults.length === 0))
    throw new Error(`no test ran: ${stdout.slice(-500)}${stderr.slice(-1_500)}`)
  for (const { name, status, assertionResults } of files) {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    const isTable = (one: { fullName: string }) => isModel(name) && one.fullName.includes('reviewed table')
    const tables = failed.filter(isTable).length
    caught.tables += tables
    if (isModel(name)) caught.generated += failed.length - tables
    else caught.others += failed.length
    if (status === 'failed' && failed.length === 0) caught.others++
  }
  return caught
}
