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

function take(args: string[], name: string): string | undefined {
  const index = args.indexOf(`--${name}`)
  return index < 0 ? undefined : args.splice(index, 2)[1]
}

/** Maximum travellers per world, if `--worlds` isn't given. */
const worldSize = 25

const args = process.argv.slice(2)
const asked = take(args, 'worlds')
const trips = Number(take(args, 'trips') ?? 10)
if (!(trips >= 1)) throw new Error('--trips must be 1 or more.')
/** Worlds are listed by `--seeds` or `--found`. */
const areNamed = args.some((option) => option === '--seeds' || option === '--found')
const worlds = Number(asked ?? (areNamed ? 1 : Math.ceil(trips / worldSize)))
const tripsEach = asked === undefined ? Math.ceil(trips / worlds) : trips
const processes = Math.min(worlds, Number(take(args, 'processes') ?? availableParallelism()))
const given = args.indexOf('--seed')
const first = given < 0 ? '1' : (args[given + 1] ?? '1')
/** With `--worlds`, seeds are consecutive numbers; otherwise they have suffixes. */
const seeds = Array.from({ length: worlds }, (_, index) => {
  if (index === 0) return first
  return asked === undefined ? `${first}-${index + 1}` : String(Number(first) + index)
})

const isOnPostgres = args.includes('--postgres')
if (isOnPostgres) args.splice(args.indexOf('--postgres'), 1)
const postgres = isOnPostgres ? await runPostgres({ isDurable: false }) : null

const { file, remove } = await bundle()
const began = performance.now()
try {
  const ends = await Promise.all(
    Array.from({ length: processes }, async (_, turn) => {
      const own = seeds.filter((_seed, index) => index % processes === turn)
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
          ...(worlds > 1 ? ['--seeds', own.join(',')] : []),
        ],
        { stdio: 'inherit' },
      )
      const [code] = await once(child, 'exit')
      return code as number | null
    }),
  )
  process.exitCode = ends.every((code) => code === 0) ? 0 : 1
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
