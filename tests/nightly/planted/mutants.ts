import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { playChanged, soundWorlds } from './catch.ts'
import { Coverage, suitesOf } from './coverage.ts'
import { equivalents } from './equivalents.ts'
import { type Group, generate, lineOf, type Mutant, nameOfMutant, plantMutant, sampleOf } from './generate.ts'
import { Tree } from './tree.ts'
import { WarmTests } from './warm-tests.ts'

export type MutantOptions = {
  sample: number
  seed: number
  workers: number
  /** Time limit, without the time for the coverage. */
  minutes: number
  /** Plays simulated worlds instead of running tests. */
  simulator: boolean
  /** Only mutants whose name contains this text. */
  only?: string | undefined
  /** Only test files whose path contains this text. */
  among?: string | undefined
  /** File with the coverage of a previous run, or the place to write it. */
  coverage?: string | undefined
  report?: string | undefined
}

type Result = { mutant: Mutant; caught: string | null }
type Catcher = (mutant: Mutant) => Promise<string | null>

/** Longest estimated time of the tests for one mutant, and the time after which they count as hanging. */
const testSeconds = 20
const limitSeconds = 180

/** Worlds that reach payments, refunds, changes, claims and removals. */
const worlds = ['--quiet --seed 1 --trips 2', '--seed 8 --trips 4', '--seed 11 --trips 4']

async function catchBySimulator(mutant: Mutant, sound: readonly string[]): Promise<string | null> {
  const { caught } = await playChanged(mutant.file, (source) => plantMutant(source, mutant), sound)
  return caught
}

function catcherOf(tree: Tree, warm: WarmTests, coverage: Coverage, group: Group): Catcher {
  return async (mutant) => {
    const selection = coverage.select(group, mutant, testSeconds)
    if (selection.tests.length === 0) return null
    const restore = tree.change(mutant.file, (source) => plantMutant(source, mutant))
    try {
      const changed = [join(tree.folder, mutant.file)]
      const result = await warm.run({ changed, ...selection }, limitSeconds)
      if (!result) return `no answer within ${limitSeconds} s`
      if (result.passed === 0 && result.failures.length === 0)
        throw new Error(`no test ran: ${selection.tests}`)
      const [failure] = result.failures
      return failure ? `${failure.file} ${failure.title}` : null
    } finally {
      restore()
    }
  }
}

/** Calls a function for each item, with as many at a time as there are workers. */
async function forEach<Item, Worker>(
  items: readonly Item[],
  workers: readonly Worker[],
  run: (worker: Worker, item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  await Promise.all(
    workers.map(async (worker) => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await run(worker, item)
    }),
  )
}

/** Chooses mutants, of which those that change nothing are returned apart. */
export function chooseMutants(group: Group, { sample, seed, only }: MutantOptions) {
  const wanted = generate(group).filter((mutant) => only === undefined || nameOfMutant(mutant).includes(only))
  const chosen = sampleOf(wanted, sample, seed)
  const isEquivalent = (mutant: Mutant) => nameOfMutant(mutant) in equivalents
  return {
    total: wanted.length,
    mutants: chosen.filter((mutant) => !isEquivalent(mutant)),
    left: chosen.filter(isEquivalent).length,
  }
}

/** Percent of mutants that must be caught. */
const minimumPercent: Record<Group, number> = { machines: 75, rules: 75, server: 70 }

/** Plants generated mutants and prints the survivors. Returns whether enough of them were caught. */
export async function huntMutants(group: Group, options: MutantOptions): Promise<boolean> {
  const { total, mutants, left } = chooseMutants(group, options)
  const results: Result[] = []
  let began = Date.now()
  const hunt = async (catchMutant: Catcher, mutant: Mutant) => {
    if (Date.now() - began > options.minutes * 60_000) return
    const caught = await catchMutant(mutant)
    results.push({ mutant, caught })
    const name = `${nameOfMutant(mutant)} (line ${lineOf(mutant)})`
    console.log(caught === null ? `SURVIVES ${name}` : `caught ${name}\n  by ${caught.slice(0, 160)}`)
  }
  const slots = Array.from({ length: options.workers }, (_, index) => index)
  if (options.simulator) {
    const sound = await soundWorlds(worlds)
    for (const world of worlds)
      if (!sound.includes(world)) console.log(`Left out, because it fails without a mutant: ${world}`)
    began = Date.now()
    await forEach(mutants, slots, (_, mutant) => hunt((one) => catchBySimulator(one, sound), mutant))
  } else {
    const places = slots.map(() => {
      const tree = new Tree()
      return { tree, warm: new WarmTests(tree.folder, suitesOf[group].projects) }
    })
    try {
      const coverage = await coverageOf(places[0]?.tree as Tree, group, options)
      began = Date.now()
      await forEach(mutants, places, ({ tree, warm }, mutant) =>
        hunt(catcherOf(tree, warm, coverage, group), mutant),
      )
    } finally {
      for (const { tree, warm } of places) {
        warm.stop()
        tree.remove()
      }
    }
  }
  const caught = results.filter((result) => result.caught !== null).length
  const percent = Math.round((100 * caught) / Math.max(1, results.length))
  const minutes = ((Date.now() - began) / 60_000).toFixed(1)
  console.log(
    `${group}${options.simulator ? ' by the simulator' : ''}, seed ${options.seed}: ${caught} of ${results.length} caught (${percent} %), ${left} equivalent, ${mutants.length - results.length} out of time, ${total} possible; ${minutes} min`,
  )
  if (options.report) writeFileSync(options.report, JSON.stringify(results, null, 1))
  return options.simulator || percent >= minimumPercent[group]
}

async function coverageOf(
  tree: Tree,
  group: Group,
  { coverage: file, among }: MutantOptions,
): Promise<Coverage> {
  if (file && existsSync(file)) return Coverage.read(file)
  const coverage = await Coverage.record(tree, group, among)
  if (file) coverage.write(file)
  return coverage
}
