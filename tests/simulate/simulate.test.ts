import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from './bundle.ts'
import { play } from './play.ts'

let simulator: Awaited<ReturnType<typeof bundle>>

beforeAll(async () => {
  simulator = await bundle()
})
afterAll(() => simulator.remove())

const withoutSeconds = (output: string) => output.replace(/, [\d.]+ s$/gm, '')

test.each([12])('keeps every promise through the storm of seed %s', (seed) => {
  const { status, output } = play(simulator.file, '--trips', '2', '--seed', String(seed))
  expect(output).not.toContain('BROKEN')
  expect(status).toBe(0)
})

test('brings a quiet trip to its end, twice the same to the byte', () => {
  const args = ['--quiet', '--trips', '1', '--seed', '1', '--story']
  const first = play(simulator.file, ...args)
  expect(first.output).toContain('1 orders of 1 travellers, 1 handed over')
  expect(first.status).toBe(0)
  expect(withoutSeconds(play(simulator.file, ...args).output)).toBe(withoutSeconds(first.output))
})
