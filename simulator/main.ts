/** Runs simulated worlds; see docs/guide/simulator.md. Bundled and started by `run.ts`. */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { CrewCounts } from './crew-acts.ts'
import { closeStore } from './database.ts'
import { diagramOf } from './diagram.ts'
import { allFaults } from './faults.ts'
import { mishaps } from './mishaps.ts'
import { reportPage } from './page.ts'
import { regressions, splitArguments } from './regressions.ts'
import { shrink } from './shrink.ts'
import { formatLine } from './story.ts'
import { type Outcome, SimulatedWorld } from './world.ts'
import type { Options } from './world.types.ts'

const replayOf = ({ seed, trips, faults, isStormy, without, mishaps, habits, ...place }: Options): string =>
  [
    `--seed ${seed} --trips ${trips}`,
    ...(isStormy ? [] : ['--quiet']),
    ...(place.isCrewOffline ? ['--crew-offline'] : []),
    ...(place.postgresUrl ? ['--postgres'] : []),
    ...(place.start === Date.parse(friday) ? [] : [`--start ${new Date(place.start).toISOString()}`]),
    ...(place.zone === shanghai ? [] : [`--zone ${place.zone}`]),
    ...(isStormy && faults.length < allFaults.length ? [`--faults ${JSON.stringify(faults.join(','))}`] : []),
    ...(without.length > 0 ? [`--without ${without.join(',')}`] : []),
    ...(mishaps ? [`--mishaps ${JSON.stringify(mishaps.join(','))}`] : []),
    ...(habits ? [`--habits ${habits.join(',')}`] : []),
  ].join(' ')

const crewSentence = ({ acts, replayed, refused, lost, twice }: CrewCounts): string =>
  `${acts} acts of employees, ${replayed} of them offline and replayed, ${refused} refused, ${lost.length} lost, ${twice.length} twice`

type PrintOptions = { story: boolean; shrink: boolean; html?: string | undefined }

/** Runs and, after a violation, shrinks a world, and prints the result. Returns whether all invariants held. */
async function playOne(baseOptions: Options, { story: tells, shrink: shrinks, html }: PrintOptions) {
  const began = performance.now()
  const first: Outcome = await new SimulatedWorld(baseOptions).run()
  const { options, outcome } =
    shrinks && first.broken
      ? await shrink(baseOptions, first, {
          play: (options) => new SimulatedWorld(options).run(),
          log: (line) => console.log(line),
          now: () => performance.now(),
        })
      : { options: baseOptions, outcome: first }
  const seconds = (performance.now() - began) / 1_000
  const { broken, digest, steps, orders, handed, story, strikeCounts, crewCounts } = outcome
  if (tells || broken) for (const line of story.lines.slice(tells ? 0 : -80)) console.log(formatLine(line))
  console.log(
    `seed ${options.seed}: ${orders} orders of ${options.trips} travellers, ${handed} handed over, ${steps} steps, digest ${digest}, ${seconds.toFixed(1)} s`,
  )
  console.log(crewSentence(crewCounts))
  if (tells) console.log(strikeCounts.map(([fault, times]) => `${fault} ${times}`).join(', '))
  if (html !== undefined) writeFileSync(html, reportPage(options, outcome, replayOf(options)))
  if (!broken) return true
  console.log(`\`\`\`mermaid\n${diagramOf(story.lines)}\n\`\`\``)
  console.log(`BROKEN at step ${broken.step}: ${broken.invariant}: ${broken.sentence}\n${broken.details}`)
  console.log(`Again: npm run simulate -- ${replayOf(options)}`)
  return false
}

/** Throws on an invalid time, which would break the world's clock. */
function parseStart(asked: string): number {
  const start = Date.parse(asked)
  if (Number.isNaN(start)) throw new Error(`Invalid time ${asked}. Use a format such as ${friday}.`)
  return start
}

/** Parses a comma-separated list. Throws on unknown names, because a typo would run another world. */
function parseNames<Name extends string>(kind: string, asked: string, known: readonly Name[]): Name[] {
  const names = asked.split(',').flatMap((name) => name.trim() || [])
  const unknown = names.filter((name) => !known.includes(name as Name))
  if (unknown.length > 0) throw new Error(`Unknown ${kind} ${unknown.join(', ')}. Use ${known.join(', ')}.`)
  return known.filter((name) => names.includes(name))
}

const [friday, shanghai] = ['2026-03-20T00:00:00Z', 'Asia/Shanghai']

const cliOptions = {
  seed: { type: 'string', default: '1' },
  seeds: { type: 'string' },
  trips: { type: 'string', default: '10' },
  faults: { type: 'string', default: 'all' },
  quiet: { type: 'boolean', default: false },
  'crew-offline': { type: 'boolean', default: false },
  servers: { type: 'string', default: '2' },
  postgres: { type: 'string' },
  start: { type: 'string', default: friday },
  zone: { type: 'string', default: shanghai },
  until: { type: 'string' },
  without: { type: 'string', default: '' },
  mishaps: { type: 'string' },
  habits: { type: 'string' },
  story: { type: 'boolean', default: false },
  shrink: { type: 'boolean', default: true },
  html: { type: 'string' },
  found: { type: 'boolean', default: false },
} as const

/** Returns whether all invariants held. */
async function playAll(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: cliOptions, allowNegative: true })
  const baseOptions: Options = {
    seed: values.seed,
    trips: Number(values.trips),
    faults: values.quiet
      ? []
      : values.faults === 'all'
        ? allFaults
        : parseNames('fault', values.faults, allFaults),
    isStormy: !values.quiet,
    isCrewOffline: values['crew-offline'],
    servers: values.quiet ? 1 : Number(values.servers),
    postgresUrl: values.postgres ?? null,
    start: parseStart(values.start),
    zone: values.zone,
    until: values.until === undefined ? Number.POSITIVE_INFINITY : Number(values.until),
    without: values.without === '' ? [] : values.without.split(',').map(Number),
    mishaps: values.mishaps === undefined ? null : parseNames('mishap', values.mishaps, Object.keys(mishaps)),
    habits: values.habits?.split(',') ?? null,
  }

  let isSuccess = true
  // Runs all seeds, even after a failure. A failing seed's report is named after it.
  const seeds = values.seeds?.split(',') ?? [values.seed]
  for (const seed of seeds) {
    const html = seeds.length > 1 ? values.html?.replace(/(\.html)?$/, `-${seed}.html`) : values.html
    if (!(await playOne({ ...baseOptions, seed }, { ...values, html }))) isSuccess = false
  }
  return isSuccess
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: cliOptions, allowNegative: true })
  const worlds = values.found
    ? regressions.map(({ what, args }) => ({ what, args: splitArguments(args) }))
    : [{ what: '', args }]
  for (const { what, args } of worlds) {
    if (what !== '') console.log(`${what}:`)
    if (!(await playAll(args))) process.exitCode = 1
  }
  await closeStore()
}
