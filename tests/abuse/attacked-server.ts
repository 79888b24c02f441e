import { afterAll, beforeAll } from 'vitest'
import { BuiltServer } from '../../tools/built-server.ts'
import { newTraveller, type Traveller } from '../journeys/backend.ts'
import { newPostgresDatabase } from '../server/postgres-database.ts'

/** Both engines that a server stands on. */
export const engines = ['PGlite', 'PostgreSQL'] as const
export type Engine = (typeof engines)[number]

/** Says what an attack came to, in the run's output. */
export const figure = (text: string): void => {
  process.stdout.write(`  figure: ${text}\n`)
}

/** A built server of the demo that can be killed and started again. Attackers come from many addresses, told as by a proxy. */
export const AttackedServer = {
  async start(engine: Engine, env: Record<string, string> = {}) {
    const databaseUrl = engine === 'PostgreSQL' ? await newPostgresDatabase() : null
    const server = await BuiltServer.start({
      NODE_ENV: '',
      TRUSTED_PROXY: 'loopback',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...env,
    })
    return Object.assign(server, { databaseUrl })
  },
}
export type AttackedServer = Awaited<ReturnType<typeof AttackedServer.start>>

/** A server for all tests of a file, and a traveller who is signed in there; both from the first test on. */
export function attackedByTraveller(engine: Engine): { server: AttackedServer; ada: Traveller } {
  const attack = {} as { server: AttackedServer; ada: Traveller }
  beforeAll(async () => {
    attack.server = await AttackedServer.start(engine)
    attack.ada = await newTraveller(attack.server.url)
  })
  afterAll(() => attack.server.discard())
  return attack
}
