import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from './bundle.ts'
import { play } from './play.ts'

let simulator: Awaited<ReturnType<typeof bundle>>

beforeAll(async () => {
  simulator = await bundle()
})
afterAll(() => simulator.remove())

/** Milliseconds in which worlds are begun. */
const longest = 120_000

test('ends an order whose surcharge nobody pays', () => {
  const { status, output } = play(
    simulator.file,
    ...['--quiet', '--seed', '1', '--trips', '1', '--habits', 'thrifty', '--mishaps', 'one bag more'],
  )
  expect(output).not.toContain('BROKEN')
  expect(output).toContain('1 orders of 1 travellers, 0 handed over')
  expect(status).toBe(0)
})

test('keeps every promise through storms that nobody has seen', () => {
  for (const began = Date.now(); Date.now() - began < longest; ) {
    // One start for a few worlds.
    const seeds = Array.from({ length: 4 }, () => randomInt(1_000_000_000)).join(',')
    const { status, output } = play(simulator.file, '--trips', '3', '--seeds', seeds)
    const lines = output.split('\n').filter((line) => line.startsWith('seed '))
    console.log(lines.length > 0 ? lines.join('\n') : `seeds ${seeds}`)
    expect(output, `npm run simulate -- --trips 3 --seeds ${seeds}`).not.toContain('BROKEN')
    expect(status).toBe(0)
  }
})
