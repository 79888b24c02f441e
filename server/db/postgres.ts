import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import type { OpenDatabase, Transaction } from './types.ts'

/** Any number that no other program uses as an advisory lock in our database. */
const migrationLock = 4_736_219

const dialect = new PgDialect()
const transactions = new WeakMap<pg.PoolClient, Transaction>()
const streams = new WeakMap<object, pg.Connection['stream']>()

/** Sends what is asked for in this tick in one piece: statements that need no earlier answer share a round trip. */
export function sendTogether(tx: object): void {
  const stream = streams.get(tx)
  stream?.cork()
  if (stream) process.nextTick(() => stream.uncork())
}

/** A connection's transactions are one object: what is prepared on it serves the later ones. */
function transactionOn(client: pg.PoolClient): Transaction {
  const known = transactions.get(client)
  if (known) return known
  const made = new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined)
  const transaction = made as unknown as Transaction
  transactions.set(client, transaction)
  streams.set(transaction, client.connection.stream)
  return transaction
}

/**
 * Runs work in a transaction. BEGIN travels with the work's first statement, which saves a round trip: a connection
 * whose BEGIN fails is closed, so that nothing after it runs alone.
 */
async function transact<Result>(pool: pg.Pool, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  const tx = transactionOn(client)
  let failure: Error | undefined
  try {
    sendTogether(tx)
    const begun = client.query('begin')
    begun.catch(() => client.connection.stream.destroy())
    const result = await work(tx)
    await begun
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      failure = lost
    })
    throw error
  } finally {
    client.release(failure)
  }
}

/** Opens PostgreSQL and migrates it. Throws `StartError` when it cannot be reached. */
export async function openPostgres(url: string, migrationsFolder: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    pipeline: true,
  })
  pool.on('error', () => {})
  // The pool listens to idle clients only: a connection that ends between two queries of a transaction would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = drizzle(pool)
  const drizzled = db.transaction.bind(db)
  const client = await pool.connect().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new StartError(`The database of DATABASE_URL cannot be opened: ${reason}`)
  })
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(db, { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  } finally {
    client.release()
  }
  // Drizzle never gives back a client whose BEGIN fails, and a pool that loses ten of them hangs.
  const transaction: typeof db.transaction = (work, config) =>
    config ? drizzled(work, config) : transact(pool, (tx) => work(tx as never))
  return { db: Object.assign(db, { transaction }), close: () => pool.end() }
}
