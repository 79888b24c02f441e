/** `npm run planted`: see docs/guide/test.md. */
import { parseArgs } from 'node:util'
import { type CatchCounts, playWorlds, runTests } from './catch.ts'
import { groups, nameOfMutant } from './generate.ts'
import { chooseMutants, huntMutants } from './mutants.ts'
import type { Planted } from './planted.types.ts'
import { records } from './records.ts'
import { Tree } from './tree.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    simulator: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    worlds: { type: 'string' },
    list: { type: 'boolean', default: false },
    generate: { type: 'string' },
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '19' },
    among: { type: 'string' },
    coverage: { type: 'string' },
    report: { type: 'string' },
  },
})

const selectedIds = values.only?.split(',')
const isSelected = ({ id, worlds }: Planted) =>
  (!selectedIds || selectedIds.some((name) => id.startsWith(name))) &&
  (!values.simulator || worlds !== undefined || values.worlds !== undefined)
const bugs = records.filter(isSelected)
const worldsOf = ({ worlds = [] }: Planted) => values.worlds?.split(';') ?? worlds

const inWords = ({ simulator, tables, generated, others }: CatchCounts) =>
  [
    ...(simulator ? [`simulator: ${simulator}`] : []),
    ...Object.entries({ tables, 'generated paths': generated, 'other tests': others }).flatMap(
      ([name, count]) => (count > 0 ? [`${name}: ${count}`] : []),
    ),
  ].join(', ') || 'SURVIVES'

async function hunt(tree: Tree | null, bug: Planted): Promise<CatchCounts> {
  const simulator = values.tests ? null : await playWorlds(bug, worldsOf(bug))
  const tests = tree?.with(bug, () => runTests(tree.folder, bug.tests, values.quick))
  return { simulator, ...(tests ?? { tables: 0, generated: 0, others: 0 }) }
}

async function generated(name: string): Promise<void> {
  const chosen = groups.filter((group) => name === 'all' || name === group)
  if (chosen.length === 0) throw new Error(`Unknown group: ${name}. Groups: all, ${groups.join(', ')}.`)
  const { sample, seed, workers, minutes } = values
  const numbers = {
    sample: Number(sample),
    seed: Number(seed),
    workers: Number(workers),
    minutes: Number(minutes),
  }
  for (const group of chosen) {
    const options = { ...values, ...numbers }
    if (values.list)
      for (const mutant of chooseMutants(group, options).mutants) console.log(nameOfMutant(mutant))
    else if (!(await huntMutants(group, options))) process.exitCode = 1
  }
}

if (values.generate !== undefined) await generated(values.generate)
else if (values.list) for (const { id, sentence, file } of bugs) console.log(`${id}: ${sentence} (${file})`)
else {
  const tree = values.simulator ? null : new Tree()
  const found: CatchCounts[] = []
  try {
    for (const bug of bugs) {
      const caught = await hunt(tree, bug)
      found.push(caught)
      console.log(`${bug.id}: ${inWords(caught)}`)
    }
  } finally {
    tree?.remove()
  }
  const by = (is: (caught: CatchCounts) => boolean) => found.filter(is).length
  const survived = by((caught) => inWords(caught) === 'SURVIVES')
  console.log(
    `${bugs.length} planted, ${bugs.length - survived} caught: ${by(({ simulator }) => simulator !== null)} by the simulator, ${by(({ tables }) => tables > 0)} by tables, ${by(({ generated }) => generated > 0)} by generated paths, ${by(({ others }) => others > 0)} by other tests; ${survived} survive`,
  )
  if (survived > 0) process.exitCode = 1
}
