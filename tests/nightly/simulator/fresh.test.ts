import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from '../../../simulator/bundle.ts'
import { play } from '../../../simulator/play.ts'
import { createDatabase } from '../../server/postgres-database.ts'
import { runPostgres } from '../../server/run-postgres.ts'

let simulator: Awaited<ReturnType<typeof bundle>>

beforeAll(async () => {
  simulator = await bundle()
})
afterAll(() => simulator.remove())

/**
 * Seconds during which new worlds start. CI has fewer, and a failing new seed there is printed without failing the
 * run.
 */
const seconds = Number(process.env.HANDSFREE_FRESH_SECONDS ?? 180)
const isFatal = !process.env.CI

/** Every other pair of worlds includes a clock change at night. */
const nights = [
  [],
  ['--zone', 'Europe/Berlin', '--start', '2026-10-24T04:00:00Z'],
  [],
  ['--zone', 'Europe/Berlin', '--start', '2026-03-28T04:00:00Z'],
]

test('keeps every promise in storms of new seeds', () => {
  const broken: string[] = []
  const began = Date.now()
  for (let turn = 0; Date.now() - began < seconds * 1_000; turn++) {
    // Starting the simulator once runs several worlds.
    const seeds = Array.from({ length: 2 }, () => randomInt(1_000_000_000)).join(',')
    const night = nights[turn % nights.length] ?? []
    const details = isFatal ? [] : ['--no-shrink']
    const { status, output } = play(simulator.file, '--trips', '3', '--seeds', seeds, ...night, ...details)
    const told = output.split('\n').filter((line) => /^(seed |BROKEN |Again: )/.test(line))
    console.log(told.length > 0 ? told.join('\n') : `seeds ${seeds}`)
    if (status !== 0)
      broken.push(
        `npm run simulate -- --trips 3 --seeds ${[seeds, ...night].join(' ')}\n${output.slice(-4_000)}`,
      )
  }
  if (isFatal) expect(broken).toEqual([])
  else if (broken.length > 0) console.log(`broken, and not counted here:\n${broken.join('\n')}`)
})

test('plays a trip on a real PostgreSQL', async () => {
  const postgres = await runPostgres({ isDurable: false })
  try {
    const { status, output } = play(
      simulator.file,
      ...['--quiet', '--seed', '1', '--trips', '1', '--postgres', await createDatabase(postgres.url)],
    )
    expect(output).toContain('1 orders of 1 travellers, 1 handed over')
    expect(status).toBe(0)
  } finally {
    await postgres.stop()
  }
})
