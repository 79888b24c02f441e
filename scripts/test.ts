/**
 * `npm test`, `npm run test:rest`, `npm run test:abuse`: builds what is stale, runs suites with Vitest and Playwright, and
 * ends with each failed test by name, the first lines of its error, and one line, `N passed, N failed`.
 * `-- --only vitest|playwright` runs one of the two, `-- --grep TEXT` the tests by name. With `-- --begin-within MINUTES` a
 * suite whose turn comes later is left out, and named; the check never is.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import type { Failure, Tally } from './tally.ts'

type Suite = { vitest?: string[]; playwright?: string[]; check?: true }

/**
 * Projects of each runner. The main suite walks every transition, every rule and each screen; `rest` has the full counts of
 * mutations, fresh seeds, each path on the real screens and the packed clients; `abuse` the attacks and what is seldom.
 */
const suites: Record<string, Suite> = {
  main: {
    vitest: ['core', 'models', 'web', 'scripts', 'server', 'postgres', 'simulate'],
    playwright: ['trip', 'journeys'],
  },
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

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'handsfree-tally-'))
const tallies: (Tally & { name: string; seconds: number })[] = []

/** Runs a program and reads its counts. One that ends badly and names no failure is a failure itself. */
async function run(name: string, program: string, args: string[], counts = true): Promise<boolean> {
  console.log(`\n${name}`)
  const began = Date.now()
  const file = join(folder, name)
  const child = spawn(process.execPath, [join(root, program), ...args], {
    cwd: root,
    env: { ...process.env, HANDSFREE_TALLY: file },
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

/** One runner after the other: side by side they take as long, and pages miss their patience. */
async function runSuite(name: string, { vitest, playwright, check }: Suite): Promise<void> {
  if (vitest && values.only !== 'playwright') {
    await run(`Vitest, ${name}`, 'node_modules/vitest/vitest.mjs', [
      'run',
      ...projects(vitest),
      ...(values.grep === undefined ? [] : ['--testNamePattern', values.grep]),
      '--reporter=default',
      '--reporter=./scripts/tally-vitest.ts',
    ])
  }
  if (playwright && values.only !== 'vitest') {
    await run(`Playwright, ${name}`, 'node_modules/@playwright/test/cli.js', [
      'test',
      ...projects(playwright),
      ...(values.grep === undefined ? [] : ['--grep', values.grep]),
      '--reporter=list,./scripts/tally-playwright.ts',
      '--pass-with-no-tests',
    ])
  }
  if (check) await run('Check', tsx, ['scripts/check.ts'])
}

const lastBegin = Number(values['begin-within'] ?? Number.POSITIVE_INFINITY) * 60
const leftOut: string[] = []
const isBuilt = await run('Build', tsx, ['scripts/build.ts'], false)
for (const [name, suite] of Object.entries(suites)) {
  if (!names.includes(name)) continue
  if (process.uptime() > lastBegin && !suite.check) leftOut.push(name)
  else if (isBuilt || suite.check) await runSuite(name, suite)
}
rmSync(folder, { recursive: true, force: true })

/** As many lines as are seen of a long log; what fails first says most. */
const maxLines = 58

/** Every failure by its name with the first lines of its error, as many of them as there is room for. */
function summary(label: string, failures: readonly Failure[], room: number): string[] {
  const linesEach = Math.min(10, Math.floor(room / failures.length))
  const lines = failures.flatMap(({ name, error }) => {
    const first = stripVTControlCharacters(error)
      .replaceAll(root, '')
      .split('\n')
      .filter((line) => line.trim() !== '')
    return [
      `${label}: ${name.slice(0, 300)}`,
      ...first.slice(0, Math.max(0, linesEach - 1)).map((line) => `    ${line.slice(0, 200)}`),
    ]
  })
  return lines.length <= room ? lines : [...lines.slice(0, room - 1), `… and ${lines.length - room + 1} more`]
}

console.log()
for (const { name, passed, skipped, failures, flaky, seconds } of tallies) {
  const more = `${skipped > 0 ? `, ${skipped} skipped` : ''}${flaky.length > 0 ? `, ${flaky.length} flaky` : ''}`
  console.log(`${name}: ${passed} passed, ${failures.length} failed${more}, ${seconds} s`)
}
if (leftOut.length > 0) console.log(`left out, for it was late: ${leftOut.join(', ')}`)
const flaky = tallies.flatMap((tally) => tally.flaky)
const failures = tallies.flatMap((tally) => tally.failures)
const flakyLines = summary('flaky', flaky, failures.length > 0 ? 8 : maxLines)
for (const line of flakyLines) console.log(line)
for (const line of summary('failed', failures, maxLines - flakyLines.length)) console.log(line)
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
console.log(`${passed} passed, ${failures.length} failed`)
if (failures.length > 0) process.exitCode = 1
