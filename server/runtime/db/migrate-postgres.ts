import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { systemClock, systemNow, wait } from '../clock.ts'
import { StartError } from '../start-error.ts'
import { type MigrationPlan, planMigration } from './plan-migration.ts'

/** Arbitrary advisory lock id. */
const migrationLock = 4_736_219
/** Milliseconds after which a migration stops waiting for locks. */
const timeoutMs = 120_000
/**
 * `lock_timeout` in ms. Queries queue behind a waiting exclusive lock. PostgreSQL checks for deadlocks after 1 s, so
 * a shorter timeout never cancels a traveller's query.
 */
const lockTimeoutMs = 500
const retryMs = 500
/** `lock_timeout` in ms for concurrent index builds, which wait for older transactions without blocking them. */
const concurrentLockTimeoutMs = 60_000

const lockNotAvailable = '55P03'
const deadlockDetected = '40P01'
const insufficientPrivilege = '42501'

type SchemaInfo = {
  /** First existing schema of the search path. */
  schema: string | null
  user: string
  database: string
  /** Whether an older release's migration list exists. */
  has_drizzle: boolean
  may_create_schema: boolean
}

const schemaInfoQuery = `select current_schema() as schema, current_user as user, current_database() as database,
  has_database_privilege(current_database(), 'create') as may_create_schema,
  to_regclass('drizzle.__drizzle_migrations') is not null as has_drizzle`

const codeOf = (error: unknown): unknown => (error instanceof pg.DatabaseError ? error.code : undefined)

async function readSchemaInfo(client: pg.Client): Promise<SchemaInfo & { schema: string; list: string }> {
  const { rows } = await client.query<SchemaInfo>(schemaInfoQuery)
  const place = rows[0]!
  const { schema } = place
  if (schema === null) {
    throw new StartError(
      `No schema in the search path of ${place.user} exists in ${place.database}. Create the schema, or grant the role rights on it.`,
    )
  }
  // Use a separate list, because another schema may contain another Handsfree.
  const isShared = schema === 'public' && (place.has_drizzle || place.may_create_schema)
  const list = `${isShared ? 'drizzle' : pg.escapeIdentifier(schema)}."__drizzle_migrations"`
  return { ...place, schema, list }
}

async function readLastApplied(client: pg.Client, list: string): Promise<number> {
  const known = await client.query<{ known: boolean }>('select to_regclass($1) is not null as known', [list])
  if (!known.rows[0]?.known) return 0
  const { rows } = await client.query<{ last: string | null }>(`select max(created_at) as last from ${list}`)
  return Number(rows[0]?.last ?? 0)
}

/** Retries while a table is locked, with a timeout. */
async function retryWhileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = systemNow().getTime() + timeoutMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isLocked = [lockNotAvailable, deadlockDetected].includes(String(codeOf(error)))
      if (!isLocked || systemNow().getTime() >= end) throw error
      await wait(systemClock, retryMs)
    }
  }
}

/** Runs the statements in a transaction, all or none. */
async function transact(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await retryWhileLocked(async () => {
    try {
      await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
      await work()
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  })
}

const runConcurrently = (client: pg.Client, statement: string) =>
  retryWhileLocked(() => client.query(statement))

/** Builds a migration's indexes, then drops old ones. Resumes after an interruption. */
async function changeIndexes(
  client: pg.Client,
  { createdIndexes, droppedIndexes }: Pick<MigrationPlan, 'createdIndexes' | 'droppedIndexes'>,
): Promise<void> {
  for (const { name, replaces, statement } of createdIndexes) {
    // An interrupted build leaves an invalid index.
    const { rows } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [pg.escapeIdentifier(name)],
    )
    if (rows.length > 0) await runConcurrently(client, `drop index concurrently "${name}"`)
    await runConcurrently(client, statement)
    if (replaces === null) continue
    await runConcurrently(client, `drop index concurrently if exists "${replaces}"`)
    await transact(client, async () => {
      await client.query(`alter index "${name}" rename to "${replaces}"`)
    })
  }
  for (const name of droppedIndexes)
    await runConcurrently(client, `drop index concurrently if exists "${name}"`)
}

/**
 * Applies each migration in its own transaction and records it there. Migrations that touch indexes or foreign keys
 * of tables in use are recorded as begun, run partly outside the transaction, and then recorded as applied.
 */
async function applyMigrations(
  client: pg.Client,
  { list, schema }: { list: string; schema: string },
  migrations: readonly MigrationMeta[],
  isInUse: boolean,
): Promise<void> {
  await client.query(
    `${list.startsWith('drizzle.') ? 'create schema if not exists drizzle;' : ''}
    create table if not exists ${list} (id serial primary key, hash text not null, created_at bigint)`,
  )
  const recordMigration = (hash: string, createdAt: number) =>
    client.query(`insert into ${list} (hash, created_at) values ($1, $2)`, [hash, createdAt])
  for (const { sql, hash, folderMillis } of migrations) {
    // drizzle-kit hardcodes the schema in foreign keys.
    const statements = sql.map((statement) =>
      statement.replaceAll('"public".', `${pg.escapeIdentifier(schema)}.`),
    )
    const plan = planMigration(statements, isInUse)
    const run = async () => {
      for (const statement of plan.inTransaction) await client.query(statement)
    }
    if (!plan.isSplit) {
      await transact(client, async () => {
        await run()
        await recordMigration(hash, folderMillis)
      })
      continue
    }
    // Older releases read the newest time in the list as the last applied migration, so use time 0.
    const startedHash = `begun ${hash}`
    const { rows } = await client.query(`select from ${list} where hash = $1`, [startedHash])
    if (rows.length === 0) {
      await transact(client, async () => {
        await run()
        await recordMigration(startedHash, 0)
      })
    }
    await changeIndexes(client, plan)
    for (const statement of plan.validations) await runConcurrently(client, statement)
    await transact(client, async () => {
      await client.query(`delete from ${list} where hash = $1`, [startedHash])
      await recordMigration(hash, folderMillis)
    })
  }
}

/** Converts expected errors to a `StartError`; others are bugs. */
function toStartError(error: unknown, { user, schema }: SchemaInfo): unknown {
  if (codeOf(error) === insufficientPrivilege) {
    return new StartError(
      `The role ${user} can’t create tables in the schema ${schema}. Grant it CREATE on schema ${schema}, or migrate with another role (DATABASE_DIRECT_URL, npm run migrate).`,
    )
  }
  if ([lockNotAvailable, deadlockDetected].includes(String(codeOf(error)))) {
    return new StartError(
      'The migration timed out after 2 minutes, because a long transaction locks a table. No data was lost. End the transaction and run the migration again; it continues where it stopped.',
    )
  }
  return error
}

const missingMigrationsError = (count: number): StartError =>
  new StartError(
    `The database lacks ${count} of this version’s migrations. Run npm run migrate first, or set HANDSFREE_MIGRATE=on.`,
  )

/** Waits for another migrating instance. Polls, because a blocked statement would hold up concurrent index builds. */
async function lockMigrations(client: pg.Client): Promise<void> {
  const end = systemNow().getTime() + timeoutMs
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      migrationLock,
    ])
    if (rows[0]?.locked) return
    if (systemNow().getTime() >= end) {
      throw new StartError(
        'The migration timed out after 2 minutes, because another instance is migrating the database. Wait for it to finish, then start again.',
      )
    }
    await wait(systemClock, retryMs)
  }
}

/**
 * Runs pending migrations in the first schema of the search path while other releases serve. With `checkOnly`, throws
 * `StartError` if there are any. Needs a direct connection: closing it releases the advisory lock between instances.
 * Returns the number of migrations.
 */
export async function migratePostgres(
  client: pg.Client,
  migrationsFolder: string,
  { checkOnly = false } = {},
): Promise<number> {
  const schemaInfo = await readSchemaInfo(client)
  const all = readMigrationFiles({ migrationsFolder })
  const findMissing = async () => {
    const last = await readLastApplied(client, schemaInfo.list)
    return { migrations: all.filter(({ folderMillis }) => folderMillis > last), isInUse: last > 0 }
  }
  if (checkOnly) {
    const { length } = (await findMissing()).migrations
    if (length > 0) throw missingMigrationsError(length)
    return 0
  }
  try {
    await client.query(`set lock_timeout = ${concurrentLockTimeoutMs}; set statement_timeout = 0`)
    await lockMigrations(client)
    const { migrations, isInUse } = await findMissing()
    // A role without DDL rights can start on a current schema.
    if (migrations.length > 0) await applyMigrations(client, schemaInfo, migrations, isInUse)
    return migrations.length
  } catch (error) {
    throw toStartError(error, schemaInfo)
  }
}
