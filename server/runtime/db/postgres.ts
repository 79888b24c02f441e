import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { systemClock, systemNow, wait } from '../clock.ts'
import { StartError } from '../start-error.ts'
import { tracedClient } from '../traces/traced-client.ts'
import { migratePostgres } from './migrate-postgres.ts'
import type { OpenDatabase, Transaction } from './types.ts'

export type PostgresOptions = {
  /** May be a pooler in transaction mode. */
  url: string
  /** Direct URL of PostgreSQL if `url` is a pooler. */
  directUrl: string | null
  pool: number
  connectMs: number
  /** Milliseconds. */
  statementMs: number
  /** Milliseconds. */
  idleTransactionMs: number
  /** Otherwise only checks the schema. */
  migrates: boolean
  /** Starts a span for each statement. */
  traces: boolean
}

export const postgresDefaults = {
  directUrl: null,
  pool: 10,
  connectMs: 10_000,
  statementMs: 30_000,
  idleTransactionMs: 60_000,
  migrates: true,
  traces: false,
} as const satisfies Omit<PostgresOptions, 'url'>

/** Milliseconds after the statement timeout until the connection counts as dead. */
const queryTimeoutSlackMs = 5_000

const dialect = new PgDialect()
const transactions = new WeakMap<pg.PoolClient, Transaction>()
const streams = new WeakMap<object, pg.Connection['stream']>()

/** Corks the socket for this tick, so that independent statements share a round trip. */
export function sendTogether(tx: object): void {
  const stream = streams.get(tx)
  stream?.cork()
  if (stream) process.nextTick(() => stream.uncork())
}

/** One transaction object per connection, so that prepared statements are reused. */
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
 * Runs work in a transaction. Pipelines BEGIN with the first statement to save a round trip. If BEGIN fails, the
 * connection is closed, so that nothing runs outside a transaction.
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

/** Poolers switch connections, so named statements wouldn't be found. Removes the names. */
class NamelessClient extends pg.Client {
  // @ts-expect-error One signature instead of the overloads.
  override query(statement: unknown, ...rest: unknown[]): unknown {
    const isNamed = statement instanceof Object && 'name' in statement && !('submit' in statement)
    const sent = isNamed ? { ...statement, name: undefined } : statement
    return Reflect.apply(super.query, this, [sent, ...rest])
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error && error.message) || 'unknown'

const isPoolerError = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/.test(error.message)

const directUrlRequired = (name: string) =>
  new StartError(
    `${name} points to a pooler. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, for live messages and migrations.`,
  )

/** Poolers silently drop LISTEN. They're detected by the process id, which they replace. */
async function refusePooler(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (rows[0]?.pid !== (client as pg.Client & { processID?: number }).processID) throw directUrlRequired(name)
}

function openPool({
  url,
  directUrl,
  pool: max,
  connectMs,
  statementMs,
  idleTransactionMs,
  traces,
}: PostgresOptions) {
  const Client = directUrl ? (NamelessClient as unknown as typeof pg.Client) : pg.Client
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    query_timeout: statementMs + queryTimeoutSlackMs,
    pipeline: true,
    Client: traces ? tracedClient(Client) : Client,
    ...(!directUrl && {
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: idleTransactionMs,
    }),
  })
  pool.on('error', () => {})
  // The pool only handles errors of idle clients. Unhandled, a connection lost inside a transaction would crash the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const cannotConnectNow = '57P03'
const isStarting = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', cannotConnectNow].includes(String(error.code))

const reconnectMs = 500

/** Opens a connection for migrations. Retries for `startupTimeoutMs` while the database starts. */
async function connect(
  { url, directUrl, connectMs }: Pick<PostgresOptions, 'url' | 'directUrl' | 'connectMs'>,
  name: string,
  startupTimeoutMs: number,
): Promise<pg.Client> {
  const end = systemNow().getTime() + startupTimeoutMs
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
      if (isPoolerError(error)) throw directUrlRequired(name)
      if (!isStarting(error) || systemNow().getTime() >= end) {
        throw new StartError(`Cannot open the database of ${name}: ${reasonOf(error)}`)
      }
      await wait(systemClock, reconnectMs)
    }
  }
}

/** Migrates, or only checks the schema, on a separate connection. Returns the number of migrations. */
export async function migrate(
  { migrates, ...options }: Omit<PostgresOptions, 'pool'>,
  migrationsFolder: string,
  { startupTimeoutMs = 0 } = {},
): Promise<number> {
  const name = options.directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const client = await connect(options, name, startupTimeoutMs)
  try {
    await refusePooler(client, name)
    return await migratePostgres(client, migrationsFolder, { checkOnly: !migrates })
  } finally {
    await client.end().catch(() => {})
  }
}

/** Throws `StartError` if the pool's connections don't find the tables. */
async function checkPool(pool: pg.Pool): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new StartError(`Cannot open the database of DATABASE_URL: ${reasonOf(error)}`)
  })
  try {
    const { rows } = await client.query<{ found: boolean }>(
      "select to_regclass('users') is not null as found",
    )
    if (!rows[0]?.found) {
      throw new StartError(
        'DATABASE_URL and DATABASE_DIRECT_URL point to different databases, or to roles with different search paths. Make both use the same database and schema.',
      )
    }
  } finally {
    client.release()
  }
}

/** Opens and migrates PostgreSQL. Throws `StartError` if it's unavailable or unusable. */
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
  const drizzleTransaction = db.transaction.bind(db)
  // Poolers don't support connection-level timeouts, so set them per transaction.
  const { statementMs, idleTransactionMs } = options
  const limits = `set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${idleTransactionMs}`
  const begin = options.directUrl ? `begin; ${limits}` : 'begin'
  // Drizzle leaks a client whose BEGIN fails; after ten leaks the pool hangs.
  const transaction: typeof db.transaction = (work, config) =>
    config ? drizzleTransaction(work, config) : transact(pool, begin, (tx) => work(tx as never))
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
