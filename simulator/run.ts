/**
 * `npm run simulate -- --seed N --trips M --worlds W`: bundles the simulator and runs worlds in parallel. Many trips
 * are split into several worlds, because each check takes longer in larger worlds.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { createDatabase } from '../tests/server/postgres-database.ts'
import { runPostgres } from '../tests/server/run-postgres.ts'
import { bundle } from './bundle.ts'

function takeOption(args: string[], name: string): string | undefined {
  const index = args.indexOf(`--${name}`)
  return index < 0 ? undefined : args.splice(index, 2)[1]
}

/** Maximum travellers per world, if `--worlds` isn't given. */
const worldSize = 25

const args = process.argv.slice(2)
const worldsOption = takeOption(args, 'worlds')
const trips = Number(takeOption(args, 'trips') ?? 10)
if (!(trips >= 1)) throw new Error('--trips must be 1 or more.')
/** Worlds are listed by `--seeds` or `--found`. */
const areNamed = args.some((option) => option === '--seeds' || option === '--found')
const worlds = Number(worldsOption ?? (areNamed ? 1 : Math.ceil(trips / worldSize)))
const tripsEach = worldsOption === undefined ? Math.ceil(trips / worlds) : trips
const processes = Math.min(worlds, Number(takeOption(args, 'processes') ?? availableParallelism()))
const seedIndex = args.indexOf('--seed')
const firstSeed = seedIndex < 0 ? '1' : (args[seedIndex + 1] ?? '1')
/** With `--worlds`, seeds are consecutive numbers; otherwise they have suffixes. */
const seeds = Array.from({ length: worlds }, (_, index) => {
  if (index === 0) return firstSeed
  return worldsOption === undefined ? `${firstSeed}-${index + 1}` : String(Number(firstSeed) + index)
})

const isOnPostgres = args.includes('--postgres')
if (isOnPostgres) args.splice(args.indexOf('--postgres'), 1)
const postgres = isOnPostgres ? await runPostgres({ isDurable: false }) : null

const { file, remove } = await bundle()
const began = performance.now()
try {
  const exitCodes = await Promise.all(
    Array.from({ length: processes }, async (_, turn) => {
      const processSeeds = seeds.filter((_seed, index) => index % processes === turn)
      const database = postgres ? ['--postgres', await createDatabase(postgres.url)] : []
      const child = spawn(
        process.execPath,
        [
          '--enable-source-maps',
          '--max-semi-space-size=32',
          file,
          ...args,
          ...['--trips', String(tripsEach)],
          ...database,
          ...(worlds > 1 ? ['--seeds', processSeeds.join(',')] : []),
        ],
        { stdio: 'inherit' },
      )
      const [code] = await once(child, 'exit')
      return code as number | null
    }),
  )
  process.exitCode = exitCodes.every((code) => code === 0) ? 0 : 1
  const seconds = (performance.now() - began) / 1_000
  const rate = ((worlds * tripsEach * 60) / seconds).toFixed(0)
  if (worlds > 1)
    console.log(
      `${worlds} worlds, ${worlds * tripsEach} trips on ${processes} processes: ${seconds.toFixed(0)} s, ${rate} trips a minute`,
    )
} finally {
  remove()
  await postgres?.stop()
}
