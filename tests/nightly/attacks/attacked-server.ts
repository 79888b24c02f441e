import { afterAll, beforeAll } from 'vitest'
import { BuiltServer } from '../../../tools/built-server.ts'
import { newTraveller, type Traveller } from '../../e2e/backend.ts'
import { newPostgresDatabase } from '../../server/postgres-database.ts'

export const engines = ['PGlite', 'PostgreSQL'] as const
export type Engine = (typeof engines)[number]

/** Prints an attack's figures. */
export const reportFigure = (text: string): void => {
  process.stdout.write(`  figure: ${text}\n`)
}

/**
 * A built demo server that can be killed and restarted. Attackers come from many addresses, forwarded as by a proxy.
 */
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

/** A server and a signed-in traveller for all tests of a file. */
export function attackedByTraveller(engine: Engine): { server: AttackedServer; ada: Traveller } {
  const attack = {} as { server: AttackedServer; ada: Traveller }
  beforeAll(async () => {
    attack.server = await AttackedServer.start(engine)
    attack.ada = await newTraveller(attack.server.url)
  })
  afterAll(() => attack.server.discard())
  return attack
}
