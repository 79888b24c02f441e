import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { systemClock, systemNow, wait } from '../clock.ts'
import { StartError } from '../start-error.ts'
import { migratePostgres } from './migrate-postgres.ts'
import type { OpenDatabase, Transaction } from './types.ts'

export type PostgresOptions = {
  /** Where queries go; perhaps a pooler that gives each transaction any connection. */
  url: string
  /** PostgreSQL itself, when `url` is a pooler. */
  directUrl: string | null
  /** Connections of this instance. */
  pool: number
  /** Milliseconds to wait for a free or new connection. */
  connectMs: number
  /** Milliseconds that a statement may take. */
  statementMs: number
  /** Milliseconds that a transaction may wait for its next statement. */
  idleTransactionMs: number
  /** Whether to migrate; otherwise the schema is only checked. */
  migrates: boolean
}

export const postgresDefaults = {
  directUrl: null,
  pool: 10,
  connectMs: 10_000,
  statementMs: 30_000,
  idleTransactionMs: 60_000,
  migrates: true,
} as const satisfies Omit<PostgresOptions, 'url'>

/** Milliseconds beyond a statement's time after which its connection counts as dead. */
const silence = 5_000

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
async function transact<Result>(
  pool: pg.Pool,
  begin: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  const tx = transactionOn(client)
  let failure: Error | undefined
  try {
    sendTogether(tx)
    const begun = client.query(begin)
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

/** Through a pooler a name is one of whichever connection the statement went to: it is parsed each time instead. */
class NamelessClient extends pg.Client {
  // @ts-expect-error One signature in place of the overloads.
  override query(statement: unknown, ...rest: unknown[]): unknown {
    const isNamed = statement instanceof Object && 'name' in statement && !('submit' in statement)
    const sent = isNamed ? { ...statement, name: undefined } : statement
    return Reflect.apply(super.query, this, [sent, ...rest])
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error && error.message) || 'unknown'

const isOfPooler = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/.test(error.message)

const needsDirectUrl = (name: string) =>
  new StartError(
    `${name} leads to a pooler: set DATABASE_DIRECT_URL to the address of PostgreSQL itself, for live messages and migrations.`,
  )

/** A pooler drops LISTEN without a word. It gives its clients process ids of its own. */
async function refusePooler(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (rows[0]?.pid !== (client as pg.Client & { processID?: number }).processID) throw needsDirectUrl(name)
}

function openPool({ url, directUrl, pool: max, connectMs, statementMs, idleTransactionMs }: PostgresOptions) {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    query_timeout: statementMs + silence,
    pipeline: true,
    ...(directUrl
      ? { Client: NamelessClient as unknown as typeof pg.Client }
      : { statement_timeout: statementMs, idle_in_transaction_session_timeout: idleTransactionMs }),
  })
  pool.on('error', () => {})
  // The pool listens to idle clients only: a connection that ends between two queries of a transaction would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const cannotConnectNow = '57P03'
/** A database that is starting, such as one whose container has just been created. */
const isStarting = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', cannotConnectNow].includes(String(error.code))

const reconnectMs = 500

/** A connection for migrations. Retries for `startsWithinMs` while the database is starting. */
async function connect(
  { url, directUrl, connectMs }: Pick<PostgresOptions, 'url' | 'directUrl' | 'connectMs'>,
  name: string,
  startsWithinMs: number,
): Promise<pg.Client> {
  const end = systemNow().getTime() + startsWithinMs
  for (;;) {
    const client = new pg.Client({
      connectionString: directUrl ?? url,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      application_name: 'handsfree migrations',
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (isOfPooler(error)) throw needsDirectUrl(name)
      if (!isStarting(error) || systemNow().getTime() >= end) {
        throw new StartError(`The database of ${name} cannot be opened: ${reasonOf(error)}`)
      }
      await wait(systemClock, reconnectMs)
    }
  }
}

/** Migrates, or checks that nothing is missing, on a connection of its own. Returns how many migrations ran. */
export async function migrate(
  { migrates, ...options }: Omit<PostgresOptions, 'pool'>,
  migrationsFolder: string,
  { startsWithinMs = 0 } = {},
): Promise<number> {
  const name = options.directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const client = await connect(options, name, startsWithinMs)
  try {
    await refusePooler(client, name)
    return await migratePostgres(client, migrationsFolder, { checkOnly: !migrates })
  } finally {
    await client.end().catch(() => {})
  }
}

/** Throws `StartError` unless the pool's connections find the tables. */
async function checkPool(pool: pg.Pool): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new StartError(`The database of DATABASE_URL cannot be opened: ${reasonOf(error)}`)
  })
  try {
    const { rows } = await client.query<{ found: boolean }>(
      "select to_regclass('users') is not null as found",
    )
    if (!rows[0]?.found) {
      throw new StartError(
        'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases, or to roles with different search paths.',
      )
    }
  } finally {
    client.release()
  }
}

/** Opens PostgreSQL and migrates it. Throws `StartError` when it cannot be reached or used. */
export async function openPostgres(
  options: PostgresOptions,
  migrationsFolder: string,
): Promise<OpenDatabase> {
  await migrate(options, migrationsFolder)
  const pool = openPool(options)
  const db = drizzle(pool)
  try {
    await checkPool(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  const drizzled = db.transaction.bind(db)
  // A pooler takes no time-outs for a whole connection.
  const { statementMs, idleTransactionMs } = options
  const limits = `set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${idleTransactionMs}`
  const begin = options.directUrl ? `begin; ${limits}` : 'begin'
  // Drizzle never gives back a client whose BEGIN fails, and a pool that loses ten of them hangs.
  const transaction: typeof db.transaction = (work, config) =>
    config ? drizzled(work, config) : transact(pool, begin, (tx) => work(tx as never))
  return {
    db: Object.assign(db, { transaction }),
    close: () => pool.end(),
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }
}
