/**
 * `npm test`: builds, runs Vitest (the server's tests on PGlite and on PostgreSQL) and Playwright, and ends with
 * the failed tests by name and one line, `N passed, N failed`. `-- --only vitest|playwright` runs one of them, `-- --grep TEXT`
 * the tests by name. `npm run test:abuse` runs the attacks on started servers instead.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { requireBrowser } from '../tools/browser.ts'
import { readPlaywright, readVitest, type TestReport } from './test-report.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const { values } = parseArgs({ options: { only: { type: 'string' }, grep: { type: 'string' } } })
const runners = ['vitest', 'playwright', 'abuse'] as const
const only = v.safeParse(v.optional(v.picklist(runners)), values.only)
if (!only.success) throw new Error(`--only takes ${runners.join(' or ')}`)
const runs = (runner: (typeof runners)[number]) =>
  only.output === undefined ? runner !== 'abuse' : only.output === runner

type Tally = TestReport & { name: string; seconds: number }

const folder = mkdtempSync(join(tmpdir(), 'handsfree-reports-'))
const tallies: Tally[] = []
const nothing: TestReport = { passed: 0, failed: 0, skipped: 0, failures: [] }

/** Runs a program of node_modules; answers its exit code. */
async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  return typeof code === 'number' ? code : 1
}

/** Runs a test runner and counts from its report. A run that ends badly without a failed test counts as one. */
async function tally(
  name: string,
  start: (report: string) => Promise<number>,
  read: (report: unknown) => TestReport,
): Promise<void> {
  console.log(`\n${name}`)
  const began = Date.now()
  const report = join(folder, `${tallies.length}.json`)
  const code = await start(report)
  let told = nothing
  try {
    told = read(JSON.parse(readFileSync(report, 'utf8')))
  } catch (error) {
    console.error(`${name}: no report (${error instanceof Error ? error.message : error})`)
  }
  if (code !== 0 && told.failed === 0) told = { ...told, failed: 1 }
  tallies.push({ name, ...told, seconds: Math.round((Date.now() - began) / 1_000) })
}

const vitest = (name: string, args: string[]) =>
  tally(
    name,
    (report) =>
      run('vitest/vitest.mjs', [
        'run',
        ...args,
        ...(values.grep === undefined ? [] : ['--testNamePattern', values.grep]),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ]),
    (report) => readVitest(report, root),
  )

const playwright = () =>
  tally(
    'Playwright, in Chromium',
    (report) =>
      run(
        '@playwright/test/cli.js',
        [
          'test',
          '--reporter=list,json',
          '--pass-with-no-tests',
          ...(values.grep === undefined ? [] : ['--grep', values.grep]),
        ],
        { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      ),
    readPlaywright,
  )

async function main(): Promise<void> {
  if ((await run('tsx/dist/cli.mjs', ['scripts/build.ts'])) !== 0) {
    console.error('The build failed.')
    tallies.push({ ...nothing, name: 'Build', failed: 1, seconds: 0 })
    return
  }
  if (runs('vitest')) {
    await vitest('Vitest', [])
  }
  if (runs('abuse')) {
    await vitest('Attacks on started servers', ['--config', 'tests/abuse/vitest.config.ts'])
  }
  if (runs('playwright')) {
    try {
      requireBrowser()
      await playwright()
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      tallies.push({ ...nothing, name: 'Playwright, in Chromium', failed: 1, seconds: 0 })
    }
  }
}

await main()
rmSync(folder, { recursive: true, force: true })
const sum = (key: 'passed' | 'failed' | 'skipped') => tallies.reduce((total, one) => total + one[key], 0)
console.log()
for (const failure of tallies.flatMap(({ failures }) => failures)) console.log(`failed: ${failure}`)
for (const { name, passed, failed, skipped, seconds } of tallies) {
  const more = skipped > 0 ? `, ${skipped} skipped` : ''
  console.log(`${name}: ${passed} passed, ${failed} failed${more}, ${seconds} s`)
}
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
if (sum('failed') > 0) process.exitCode = 1
