import type { PGlite, Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { openPglite } from '../../server/db/database.ts'
import type { Database } from '../../server/db/types.ts'
import { seedDemoWorld } from '../../server/demo/seed.ts'
import { chanceOf } from './chance.ts'
import { randomOf } from './seams.ts'

/** What stands between a server and its database. */
export type Gate = {
  /** Called before each statement, or transaction, and before its end is known; throws to cut the server off. */
  pass(when: 'before' | 'after'): void
}

/** A database in memory that several servers use, which live and die without it. */
export type Store = {
  /** The server's own connection to it. */
  connect(gate: Gate): Database
  /** Reads past every gate. */
  truth: Database
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

const isOwn = (key: string | symbol): key is 'query' | 'transaction' | 'exec' =>
  key === 'query' || key === 'transaction' || key === 'exec'

/** The same client, whose every call passes the gate. */
function gated<Client extends object>(client: Client, gate: Gate): Client {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      if (!isOwn(key)) return value.bind(target)
      if (key === 'transaction') {
        return async (run: (tx: Transaction) => Promise<unknown>) => {
          gate.pass('before')
          const result: unknown = await Reflect.apply(value, target, [
            async (tx: Transaction) => {
              const answer = await run(gated(tx, gate))
              gate.pass('before')
              return answer
            },
          ])
          gate.pass('after')
          return result
        }
      }
      return async (...given: unknown[]) => {
        gate.pass('before')
        const result: unknown = await Reflect.apply(value, target, given)
        gate.pass('after')
        return result
      }
    },
  })
}

/** Our tables and the demo's world. */
export async function openStore(): Promise<Store> {
  const { db, close } = await openPglite(null)
  await seedDemoWorld(db, randomOf(chanceOf('the demo world')))
  const client = (db as unknown as { $client: PGlite }).$client
  return {
    connect: (gate) => drizzle(gated(client, gate)) as unknown as Database,
    truth: db,
    query: async <Row>(text: string, values: unknown[] = []) => (await client.query<Row>(text, values)).rows,
    close,
  }
}
