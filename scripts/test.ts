/**
 * `npm test [-- SUITE…]`: rebuilds stale builds and runs suites with Vitest and Playwright. Prints each failed test
 * with the first lines of its error, then `N passed, N failed`. The default suites are `unit`, `server` and `e2e`;
 * `nightly` runs the nightly ones, `check` runs `npm run check`. `--only vitest|playwright` runs one runner,
 * `--grep TEXT` filters by title. `--within MINUTES` skips nightly suites that would end later, and lists them.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type RunTally, summary } from './summary.ts'
import type { Tally } from './tally.ts'

type Suite = {
  vitest?: string[]
  playwright?: string[]
  script?: string
  args?: string[]
  node?: string | undefined
}
/** `minutes` is the maximum duration on two cores. */
type NightlySuite = Suite & { minutes: number }

const dailySuites: Record<string, Suite> = {
  unit: { vitest: ['unit'] },
  server: { vitest: ['server', 'pglite'] },
  e2e: { playwright: ['e2e'] },
  check: { script: 'scripts/check.ts' },
}

/** `node24` repeats unit tests and one trip on the Node binary of `HANDSFREE_NODE_24`. */
const nightly: Record<string, NightlySuite> = {
  node24: { vitest: ['unit'], playwright: ['trip'], node: process.env.HANDSFREE_NODE_24, minutes: 4 },
  simulator: { vitest: ['simulator'], minutes: 3 },
  clients: { vitest: ['clients'], minutes: 4 },
  mutations: { vitest: ['mutations'], minutes: 3 },
  running: { vitest: ['running'], minutes: 8 },
  attacks: { vitest: ['attacks'], minutes: 10 },
  screens: { playwright: ['screens'], minutes: 10 },
  journeys: { playwright: ['journeys'], minutes: 24 },
  languages: { playwright: ['languages'], minutes: 14 },
  'second-database': { vitest: ['second-database'], minutes: 10 },
  planted: { script: 'tests/nightly/planted/main.ts', minutes: 60 },
  // Other mutants each day.
  mutants: {
    script: 'tests/nightly/planted/main.ts',
    args: ['--generate', 'all', '--seed', String(Math.floor(Date.now() / 86_400_000)), '--workers', '2'],
    minutes: 60,
  },
}
const suites = { ...dailySuites, ...nightly }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, grep: { type: 'string' }, within: { type: 'string' } },
})
const requestedNames = positionals.length > 0 ? positionals : ['unit', 'server', 'e2e']
const newerNode = process.env.HANDSFREE_NODE_24
const allNightly = Object.keys(nightly).filter((name) => name !== 'node24' || newerNode)
const suiteNames = requestedNames.flatMap((name) => (name === 'nightly' ? allNightly : [name]))
const unknownNames = suiteNames.filter((name) => !(name in suites))
if (unknownNames.length > 0)
  throw new Error(`Unknown suite: ${unknownNames}. Suites: nightly, ${Object.keys(suites).join(', ')}.`)
if (suiteNames.includes('node24') && !newerNode)
  throw new Error('Set HANDSFREE_NODE_24 to the path of a Node 24 binary to run node24.')

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'handsfree-tests-'))
process.env.HANDSFREE_TEST_TEMPLATE = join(folder, 'template.tar')
const tallies: RunTally[] = []

/** Runs a program and reads its counts. A failed exit without failed tests counts as a failure. */
async function run(
  name: string,
  program: string,
  args: string[],
  { counts = true, node = process.execPath }: { counts?: boolean; node?: string | undefined } = {},
): Promise<boolean> {
  console.log(`\n${name}`)
  const began = Date.now()
  const file = join(folder, name)
  const child = spawn(node, [join(root, program), ...args], {
    cwd: root,
    // Child processes, such as Playwright's server, must use the same Node.
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}`, HANDSFREE_TALLY: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  const hasCounted = existsSync(file)
  const tally: Tally = hasCounted
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, skipped: 0, failures: [], flaky: [] }
  if (tally.failures.length === 0 && (code !== 0 || (counts && !hasCounted))) {
    tally.failures.push({
      name,
      error: `exited with ${code}${hasCounted ? '' : ' before reporting its tests'}`,
    })
  }
  tallies.push({ ...tally, name, seconds: Math.round((Date.now() - began) / 1_000) })
  return code === 0
}

const tsx = 'node_modules/tsx/dist/cli.mjs'
const projects = (list: string[]) => list.map((project) => `--project=${project}`)

const deadline = Number(values.within ?? Number.POSITIVE_INFINITY) * 60
const skippedSuites: string[] = []

/** Sequential: in parallel the runners take as long, and pages time out. */
async function runSuite(name: string, { vitest, playwright, script, args = [], node }: Suite): Promise<void> {
  if (vitest && values.only !== 'playwright') {
    await run(
      `Vitest, ${name}`,
      'node_modules/vitest/vitest.mjs',
      [
        'run',
        ...projects(vitest),
        ...(values.grep === undefined ? [] : ['--testNamePattern', values.grep]),
        '--reporter=default',
        '--reporter=./scripts/tally-vitest.ts',
      ],
      { node },
    )
  }
  if (playwright && values.only !== 'vitest') {
    await run(
      `Playwright, ${name}`,
      'node_modules/@playwright/test/cli.js',
      [
        'test',
        ...projects(playwright),
        ...(values.grep === undefined ? [] : ['--grep', values.grep]),
        '--reporter=list,./scripts/tally-playwright.ts',
        '--pass-with-no-tests',
      ],
      { node },
    )
  }
  if (script)
    await run(name, tsx, ['--conditions=handsfree-source', script, ...args], { counts: name === 'check' })
}

/** The requested suites. `unit` and `server` become one Vitest run, because sharing workers keeps all cores busy. */
function chosenSuites(): [string, Suite][] {
  const chosen = Object.entries(suites).filter(([name]) => suiteNames.includes(name))
  if (!suiteNames.includes('unit') || !suiteNames.includes('server')) return chosen
  const vitest = [suites.unit, suites.server].flatMap((suite) => suite?.vitest ?? [])
  return [['unit and server', { vitest }], ...chosen.filter(([name]) => name !== 'unit' && name !== 'server')]
}

const isBuilt = await run('Build', tsx, ['scripts/build.ts'], { counts: false })
process.env.HANDSFREE_BUILT = 'yes'
for (const [name, suite] of chosenSuites()) {
  if (!isBuilt && name !== 'check') continue
  const minutes = nightly[name]?.minutes ?? 0
  if (minutes > 0 && process.uptime() + minutes * 60 > deadline) skippedSuites.push(name)
  else await runSuite(name, suite)
}
rmSync(folder, { recursive: true, force: true })

for (const line of summary(tallies, skippedSuites, root)) console.log(line)
if (tallies.some(({ failures }) => failures.length > 0)) process.exitCode = 1
