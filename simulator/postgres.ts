import { join } from 'node:path'
import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { openPostgres, postgresDefaults } from '../server/runtime/db/postgres.ts'
import type { Database } from '../server/runtime/db/types.ts'
import { packageFolder } from '../server/runtime/package-folder.ts'
import { seedWorld } from './seed-world.ts'
import { findEmptyTables, type Gate, type OpenStore, withGate } from './store.ts'

const dialect = new PgDialect()

/** A server's connection. Statements pass the gate, and each transaction uses its own client of the pool. */
function connect(pool: pg.Pool, gate: Gate): Database {
  const db = drizzle(withGate(pool, gate) as never) as unknown as Database
  const transaction = async <Result>(work: (tx: Database) => Promise<Result>): Promise<Result> => {
    await gate.reach()
    gate.pass('before')
    const client = await pool.connect()
    try {
      await client.query('begin')
      // Like Drizzle's own transactions: nested ones are savepoints.
      const session = new NodePgSession(withGate(client, gate, true), dialect, undefined)
      const result = await work(new NodePgTransaction(dialect, session, undefined) as unknown as Database)
      gate.pass('before')
      await client.query('commit')
      gate.pass('after')
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  return Object.assign(db, { transaction }) as unknown as Database
}

/** Schema and demo data in this process's empty PostgreSQL database. */
export async function openOnPostgres(url: string): Promise<OpenStore> {
  const database = await openPostgres(
    { ...postgresDefaults, url, pool: 2 },
    join(packageFolder(), 'migrations'),
  )
  await seedWorld(database.db)
  const pool = new pg.Pool({ connectionString: url, max: 8, pipeline: true })
  pool.on('error', () => {})
  const query = async <Row>(text: string, values: unknown[] = []) =>
    (await pool.query(text, values)).rows as Row[]
  const unseededTables = await findEmptyTables({
    query: async (text: string) => ({ rows: await query(text), fields: [] }),
  } as never)
  return {
    connect: (gate) => connect(pool, gate),
    truth: database.db,
    query,
    empty: () => pool.query(`truncate ${unseededTables.join(', ')} restart identity`),
    async close() {
      await pool.end()
      await database.close()
    },
  }
}
