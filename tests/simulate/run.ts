/** `npm run simulate -- --seed N --trips M --worlds W`: bundles the simulator, and plays worlds side by side. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { createDatabase } from '../server/postgres-database.ts'
import { runPostgres } from '../server/run-postgres.ts'
import { bundle } from './bundle.ts'

/** Takes an option that is for this file out of the arguments. */
function take(args: string[], name: string): string | undefined {
  const index = args.indexOf(`--${name}`)
  return index < 0 ? undefined : args.splice(index, 2)[1]
}

const args = process.argv.slice(2)
const worlds = Number(take(args, 'worlds') ?? 1)
const processes = Math.min(worlds, Number(take(args, 'processes') ?? availableParallelism()))
const given = args.indexOf('--seed')
const first = given < 0 ? '1' : (args[given + 1] ?? '1')
const seeds = Array.from({ length: worlds }, (_, index) =>
  index === 0 ? first : String(Number(first) + index),
)

/** A real PostgreSQL, in which each process has a database. */
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
  if (worlds > 1)
    console.log(
      `${worlds} worlds on ${processes} processes: ${((performance.now() - began) / 1_000).toFixed(0)} s`,
    )
} finally {
  remove()
  await postgres?.stop()
}
