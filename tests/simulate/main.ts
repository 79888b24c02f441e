/** Plays simulated trips: see docs/simulator.md. Bundled and started by `run.ts`. */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadAccountCalls } from '../../core/api/load-account-calls.ts'
import { closeStore } from './database.ts'
import { allFaults } from './faults.ts'
import { pageOf } from './page.ts'
import { shrink } from './shrink.ts'
import { write } from './story.ts'
import { type Outcome, SimulatedWorld } from './world.ts'
import type { Options } from './world.types.ts'

/** The arguments that play a world again. */
const replayOf = ({ seed, trips, faults, isStormy, without, mishaps, habits }: Options): string =>
  [
    `--seed ${seed} --trips ${trips}`,
    ...(isStormy ? [] : ['--quiet']),
    ...(isStormy && faults.length < allFaults.length ? [`--faults ${JSON.stringify(faults.join(','))}`] : []),
    ...(without.length > 0 ? [`--without ${without.join(',')}`] : []),
    ...(mishaps ? [`--mishaps ${JSON.stringify(mishaps.join(','))}`] : []),
    ...(habits ? [`--habits ${habits.join(',')}`] : []),
  ].join(' ')

type Printed = { story: boolean; shrink: boolean; html?: string | undefined }

/** Plays one world and prints how it went; false when a promise broke. */
async function playOne(asked: Options, { story: tells, shrink: shrinks, html }: Printed) {
  const began = performance.now()
  const first: Outcome = await new SimulatedWorld(asked).run()
  const { options, outcome } =
    shrinks && first.broken
      ? await shrink(asked, first, (line) => console.log(line))
      : { options: asked, outcome: first }
  const seconds = (performance.now() - began) / 1_000
  const { broken, digest, steps, orders, handed, story, struck } = outcome
  if (tells || broken) for (const line of story.lines.slice(tells ? 0 : -80)) console.log(write(line))
  console.log(
    `seed ${options.seed}: ${orders} orders of ${options.trips} travellers, ${handed} handed over, ${steps} steps, digest ${digest}, ${seconds.toFixed(1)} s`,
  )
  if (tells) console.log(struck.map(([fault, times]) => `${fault} ${times}`).join(', '))
  if (html !== undefined) writeFileSync(html, pageOf(options, outcome, replayOf(options)))
  if (!broken) return true
  console.log(`BROKEN at step ${broken.step}: ${broken.invariant}: ${broken.sentence}\n${broken.details}`)
  console.log(`Again: npm run simulate -- ${replayOf(options)}`)
  return false
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string' },
      trips: { type: 'string', default: '10' },
      faults: { type: 'string', default: 'all' },
      quiet: { type: 'boolean', default: false },
      servers: { type: 'string', default: '2' },
      until: { type: 'string' },
      without: { type: 'string', default: '' },
      mishaps: { type: 'string' },
      habits: { type: 'string' },
      story: { type: 'boolean', default: false },
      shrink: { type: 'boolean', default: false },
      html: { type: 'string' },
    },
  })

  const asked: Options = {
    seed: values.seed,
    trips: Number(values.trips),
    faults: values.quiet
      ? []
      : values.faults === 'all'
        ? allFaults
        : allFaults.filter((fault) => values.faults.split(',').includes(fault)),
    isStormy: !values.quiet,
    servers: values.quiet ? 1 : Number(values.servers),
    until: values.until === undefined ? Number.POSITIVE_INFINITY : Number(values.until),
    without: values.without === '' ? [] : values.without.split(',').map(Number),
    mishaps: values.mishaps?.split(',') ?? null,
    habits: values.habits?.split(',') ?? null,
  }

  // What core loads once and keeps is there from the first world on: the same world runs alike in any place.
  await loadAccountCalls()
  for (const seed of values.seeds?.split(',') ?? [values.seed])
    if (!(await playOne({ ...asked, seed }, values))) {
      process.exitCode = 1
      break
    }
  await closeStore()
}
