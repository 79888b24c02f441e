import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from '../../../simulator/bundle.ts'
import { play } from '../../../simulator/play.ts'
import { regressions } from '../../../simulator/regressions.ts'

let simulator: Awaited<ReturnType<typeof bundle>>

beforeAll(async () => {
  simulator = await bundle()
})
afterAll(() => simulator.remove())

const withoutSeconds = (output: string) => output.replace(/, [\d.]+ s$/gm, '')

test('keeps every promise in the storm of a fixed seed', () => {
  const { status, output } = play(simulator.file, '--trips', '3', '--seed', '11')
  expect(output).not.toContain('BROKEN')
  expect(output).toMatch(/[1-9] handed over/)
  expect(status).toBe(0)
})

test('completes a quiet trip, with the same bytes after another world', () => {
  const quiet = (...args: string[]) => play(simulator.file, '--quiet', '--trips', '1', ...args)
  const first = quiet('--seed', '1', '--story')
  expect(first.output).toContain('1 orders of 1 travellers, 1 handed over')
  expect(first.status).toBe(0)
  const later = withoutSeconds(quiet('--seeds', '2,1', '--story').output)
  expect(later.endsWith(withoutSeconds(first.output))).toBe(true)
})

test('keeps the promises that a world once broke', () => {
  const { status, output } = play(simulator.file, '--found')
  expect(output).not.toContain('BROKEN')
  for (const { what } of regressions) expect(output).toContain(`${what}:`)
  expect(output.match(/^seed \d+: [1-9]\d* orders/gm)).toHaveLength(regressions.length)
  expect(status).toBe(0)
})

test('stops at a step, and writes a page of the run so far', () => {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-run-'))
  const file = join(folder, 'run.html')
  const { status, output } = play(
    simulator.file,
    ...['--quiet', '--seed', '1', '--trips', '1', '--until', '150', '--html', file],
  )
  expect(output).toMatch(/, 150 steps, digest/)
  expect(status).toBe(0)
  const page = readFileSync(file, 'utf8')
  rmSync(folder, { recursive: true })
  expect(page).toContain('All invariants hold.')
  expect(page).toContain('traveller 1/tab 1: placement')
})

test.each([
  ['--faults', 'kil'],
  ['--mishaps', 'refusd'],
  ['--habits', 'hastty'],
])('refuses %s with the unknown name %s', (option, name) => {
  const { status, output } = play(simulator.file, '--trips', '1', option, name)
  expect(output).toContain(`Unknown ${option.slice(2, -1)} ${name}. Use `)
  expect(status).toBe(1)
})
