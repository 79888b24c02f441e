import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from './bundle.ts'
import { play } from './play.ts'

let simulator: Awaited<ReturnType<typeof bundle>>

beforeAll(async () => {
  simulator = await bundle()
})
afterAll(() => simulator.remove())

/** Milliseconds in which worlds are begun: fewer where everything else is run too. */
const longest = process.env.CI ? 45_000 : 120_000

test('keeps every promise through storms that nobody has seen', () => {
  for (const began = Date.now(); Date.now() - began < longest; ) {
    const seed = String(randomInt(1_000_000_000))
    const { status, output } = play(simulator.file, '--trips', '3', '--seed', seed)
    console.log(output.split('\n').find((line) => line.startsWith('seed ')) ?? `seed ${seed}`)
    expect(output, `npm run simulate -- --trips 3 --seed ${seed}`).not.toContain('BROKEN')
    expect(status).toBe(0)
  }
})
