import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from './bundle.ts'

let simulator: Awaited<ReturnType<typeof bundle>>

beforeAll(async () => {
  simulator = await bundle()
})
afterAll(() => simulator.remove())

/** Plays trips in a process of its own, as `npm run simulate` does. */
function play(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--enable-source-maps', simulator.file, ...args],
    {
      encoding: 'utf8',
    },
  )
  return { status, output: `${stdout}${stderr}` }
}

const withoutSeconds = (output: string) => output.replace(/, [\d.]+ s$/gm, '')

test('brings a quiet trip to its end, twice the same to the byte', () => {
  const args = ['--quiet', '--trips', '1', '--seed', '1', '--story']
  const first = play(...args)
  expect(first.output).toContain('1 orders of 1 travellers, 1 handed over')
  expect(first.status).toBe(0)
  expect(withoutSeconds(play(...args).output)).toBe(withoutSeconds(first.output))
})
