import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from './bundle.ts'
import { play } from './play.ts'

let simulator: Awaited<ReturnType<typeof bundle>>

beforeAll(async () => {
  simulator = await bundle()
})
afterAll(() => simulator.remove())

const withoutSeconds = (output: string) => output.replace(/, [\d.]+ s$/gm, '')

test('keeps every promise through the storm of a fixed seed', () => {
  const { status, output } = play(simulator.file, '--trips', '3', '--seed', '6')
  expect(output).not.toContain('BROKEN')
  expect(output).toMatch(/[1-9] handed over/)
  expect(status).toBe(0)
})

test('brings a quiet trip to its end, the same to the byte after another world', () => {
  const quiet = (...args: string[]) => play(simulator.file, '--quiet', '--trips', '1', ...args)
  const first = quiet('--seed', '1', '--story')
  expect(first.output).toContain('1 orders of 1 travellers, 1 handed over')
  expect(first.status).toBe(0)
  const later = withoutSeconds(quiet('--seeds', '2,1', '--story').output)
  expect(later.endsWith(withoutSeconds(first.output))).toBe(true)
})
