import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../statecharts/registry.ts'
import { readPlaywright, readVitest, type TestResults } from '../../statecharts/report/records.ts'

/** Filters paths by machine id, and by text in their names. */
export type Choice = { machines: readonly string[]; grep: string | undefined }

const program = (file: string) => join(root, 'node_modules', file)

/** Runs a program of node_modules; returns whether it succeeded. */
async function run(
  file: string,
  args: string[],
  { env = {}, output = 'inherit' }: { env?: Record<string, string>; output?: 'inherit' | 'ignore' } = {},
): Promise<boolean> {
  const child = spawn(process.execPath, [program(file), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, 'inherit'],
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

/** Runs with a JSON report and returns it. A failed run without a reason in the report counts as another failure. */
async function reported(
  name: string,
  start: (report: string) => Promise<boolean>,
  read: (report: unknown) => TestResults,
): Promise<TestResults> {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-paths-'))
  const report = join(folder, 'report.json')
  try {
    const isGood = await start(report)
    const played = read(JSON.parse(readFileSync(report, 'utf8')))
    const isTold = played.otherFailures.length > 0 || played.walks.some(({ passed }) => !passed)
    return isGood || isTold ? played : { ...played, otherFailures: [`${name} exited with an error`] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { walks: [], otherFailures: [`${name} wrote no report: ${reason}`], pictures: {} }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const playHeadless = ({ machines, grep }: Choice): Promise<TestResults> =>
  reported(
    'Vitest',
    (report) =>
      run(
        'vitest/vitest.mjs',
        [
          'run',
          '--project=unit',
          ...(machines.some((id) => id !== 'lifecycle') ? ['tests/unit/models/models.test.ts'] : []),
          ...(machines.includes('lifecycle') ? ['tests/unit/models/lifecycle.model.test.ts'] : []),
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        { env: { HANDSFREE_MACHINES: machines.join(), HANDSFREE_PATHS: grep ?? '' }, output: 'ignore' },
      ),
    readVitest,
  )

/** Plays the paths on the real screens in Chromium; headed, in one window after another. */
export async function playOnScreens({ machines, grep }: Choice, isHeaded: boolean): Promise<TestResults> {
  return reported(
    'Playwright',
    (report) =>
      run(
        '@playwright/test/cli.js',
        [
          'test',
          '--project=screens',
          '--reporter=list,json',
          '--pass-with-no-tests',
          'tests/nightly/screens/held.model.spec.ts',
          ...(machines.includes('payment') ? ['tests/nightly/screens/payment.model.spec.ts'] : []),
          ...(grep === undefined ? [] : ['--grep', grep]),
          ...(isHeaded ? ['--headed', '--workers=1'] : []),
        ],
        {
          env: {
            PLAYWRIGHT_JSON_OUTPUT_FILE: report,
            HANDSFREE_MACHINES: machines.join(),
            HANDSFREE_PICTURES: '1',
          },
        },
      ),
    readPlaywright,
  )
}

/**
 * Plays a file's scenarios on the real screens in Chromium; headed, in a window. Returns whether all passed.
 */
export const playScenarioOnScreens = (
  { file, grep }: { file: string; grep: string | undefined },
  isHeaded: boolean,
): Promise<boolean> =>
  run(
    '@playwright/test/cli.js',
    [
      'test',
      '--project=screens',
      '--reporter=list',
      'tests/nightly/screens/scenarios.model.spec.ts',
      ...(grep === undefined ? [] : ['--grep', grep]),
      ...(isHeaded ? ['--headed', '--workers=1'] : []),
    ],
    { env: { HANDSFREE_SCENARIO: file } },
  )
