/**
 * `npm test`, `npm run test:rest`, `npm run test:abuse`: builds what is stale, runs suites with Vitest and Playwright, and
 * ends with each failed test by name, the first lines of its error, and one line, `N passed, N failed`.
 * `-- --only vitest|playwright` runs one of the two, `-- --grep TEXT` the tests by name. With `-- --begin-within MINUTES` a
 * runner of a suite whose turn comes later is left out, and named; the check never is.
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

type Suite = { vitest?: string[]; playwright?: string[]; check?: true; node?: string | undefined }

/**
 * Projects of each runner. The main suite walks every transition, every rule and each screen; `rest` has the full counts of
 * mutations, fresh seeds, each path on the real screens and the packed clients; `abuse` the attacks and what is seldom.
 * `node24` repeats the unit tests and one trip on the program that `HANDSFREE_NODE_24` names.
 */
const suites: Record<string, Suite> = {
  main: {
    vitest: ['core', 'models', 'web', 'scripts', 'server', 'postgres', 'simulate'],
    playwright: ['trip', 'journeys'],
  },
  node24: { vitest: ['core', 'web'], playwright: ['trip'], node: process.env.HANDSFREE_NODE_24 },
  rest: { vitest: ['mutations', 'clients', 'fresh'], playwright: ['models'] },
  abuse: { vitest: ['slow', 'pglite', 'abuse', 'running'], playwright: ['special', 'further'] },
  languages: { playwright: ['languages'] },
  again: { vitest: ['again'] },
  check: { check: true },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, grep: { type: 'string' }, 'begin-within': { type: 'string' } },
})
const names = positionals.length > 0 ? positionals : ['main']
const unknown = names.filter((name) => !(name in suites))
if (unknown.length > 0) throw new Error(`${unknown}: the suites are ${Object.keys(suites).join(', ')}`)
if (names.includes('node24') && !suites.node24?.node) throw new Error('node24 needs HANDSFREE_NODE_24')

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'handsfree-tally-'))
const tallies: RunTally[] = []

/** Runs a program and reads its counts. One that ends badly and names no failure is a failure itself. */
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
    // What it starts by name, such as the server of Playwright's tests, runs on the same Node.
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
      error: `ended with ${code}${hasCounted ? '' : ' before it counted its tests'}`,
    })
  }
  tallies.push({ ...tally, name, seconds: Math.round((Date.now() - began) / 1_000) })
  return code === 0
}

const tsx = 'node_modules/tsx/dist/cli.mjs'
const projects = (list: string[]) => list.map((project) => `--project=${project}`)

const lastBegin = Number(values['begin-within'] ?? Number.POSITIVE_INFINITY) * 60
const leftOut: string[] = []

/** Whether a runner of a suite may still begin; one that may not is named at the end. */
function isInTime(runner: string): boolean {
  const isEarly = process.uptime() <= lastBegin
  if (!isEarly) leftOut.push(runner)
  return isEarly
}

/** One runner after the other: side by side they take as long, and pages miss their patience. */
async function runSuite(name: string, { vitest, playwright, check, node }: Suite): Promise<void> {
  if (vitest && values.only !== 'playwright' && isInTime(`${name} (Vitest)`)) {
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
  if (playwright && values.only !== 'vitest' && isInTime(`${name} (Playwright)`)) {
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
  if (check) await run('Check', tsx, ['scripts/check.ts'])
}

const isBuilt = await run('Build', tsx, ['scripts/build.ts'], { counts: false })
for (const [name, suite] of Object.entries(suites)) {
  if (names.includes(name) && (isBuilt || suite.check)) await runSuite(name, suite)
}
rmSync(folder, { recursive: true, force: true })

for (const line of summary(tallies, leftOut, root)) console.log(line)
if (tallies.some(({ failures }) => failures.length > 0)) process.exitCode = 1
