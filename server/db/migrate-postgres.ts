import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { StartError } from '../start-error.ts'

/** Any number that no other program uses as an advisory lock in our database. */
const migrationLock = 4_736_219
/** Milliseconds to wait for another instance that migrates, and for tables that are in use. */
const lockTimeout = 120_000

const lockNotAvailable = '55P03'
const insufficientPrivilege = '42501'

type Place = {
  /** First schema of the search path that exists. */
  schema: string | null
  user: string
  database: string
  /** Of the earlier releases' list of migrations. */
  has_drizzle: boolean
  may_create_schema: boolean
}

const findPlace = `select current_schema() as schema, current_user as user, current_database() as database,
  has_database_privilege(current_database(), 'create') as may_create_schema,
  to_regclass('drizzle.__drizzle_migrations') is not null as has_drizzle`

const codeOf = (error: unknown): unknown => (error instanceof pg.DatabaseError ? error.code : undefined)

async function placeOf(client: pg.Client): Promise<Place & { schema: string; list: string }> {
  const { rows } = await client.query<Place>(findPlace)
  const place = rows[0]!
  const { schema } = place
  if (schema === null) {
    throw new StartError(
      `The search path of ${place.user} names no schema that exists in ${place.database}: create the schema, or give the role rights on it.`,
    )
  }
  // A list of one's own, where another schema of the database may hold another Handsfree.
  const isShared = schema === 'public' && (place.has_drizzle || place.may_create_schema)
  const list = `${isShared ? 'drizzle' : pg.escapeIdentifier(schema)}."__drizzle_migrations"`
  return { ...place, schema, list }
}

async function appliedUntil(client: pg.Client, list: string): Promise<number> {
  const known = await client.query<{ known: boolean }>('select to_regclass($1) is not null as known', [list])
  if (!known.rows[0]?.known) return 0
  const { rows } = await client.query<{ last: string | null }>(`select max(created_at) as last from ${list}`)
  return Number(rows[0]?.last ?? 0)
}

async function apply(
  client: pg.Client,
  { list, schema }: { list: string; schema: string },
  migrations: readonly MigrationMeta[],
): Promise<void> {
  if (list.startsWith('drizzle.')) await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists ${list} (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const { sql, hash, folderMillis } of migrations) {
    // drizzle-kit names the schema in foreign keys.
    for (const statement of sql) {
      await client.query(statement.replaceAll('"public".', `${pg.escapeIdentifier(schema)}.`))
    }
    await client.query(`insert into ${list} (hash, created_at) values ($1, $2)`, [hash, folderMillis])
  }
}

/** A line for the user; other errors are defects. */
function explain(error: unknown, { user, schema }: Place): unknown {
  if (codeOf(error) === insufficientPrivilege) {
    return new StartError(
      `The role ${user} may not create tables in the schema ${schema}: grant it create on schema ${schema}, or migrate with another role (DATABASE_DIRECT_URL, npm run migrate).`,
    )
  }
  if (codeOf(error) === lockNotAvailable) {
    return new StartError(
      'The database could not be migrated within 2 minutes: another instance migrates, or a table is in use.',
    )
  }
  return error
}

const missing = (count: number): StartError =>
  new StartError(
    `The database lacks ${count} of this version’s migrations: run npm run migrate first, or leave HANDSFREE_MIGRATE on.`,
  )

/**
 * Runs the migrations that are missing, all or none, in the first schema of the search path; with `checkOnly` throws
 * `StartError` when there are any. Needs a connection of PostgreSQL's own. Returns how many ran. Instances that start at
 * once take turns: the lock ends with the transaction, so a pooler between cannot leak it.
 */
export async function migratePostgres(
  client: pg.Client,
  migrationsFolder: string,
  { checkOnly = false } = {},
): Promise<number> {
  const place = await placeOf(client)
  const all = readMigrationFiles({ migrationsFolder })
  const findMissing = async () => {
    const last = await appliedUntil(client, place.list)
    return all.filter(({ folderMillis }) => folderMillis > last)
  }
  if (checkOnly) {
    const { length } = await findMissing()
    if (length > 0) throw missing(length)
    return 0
  }
  try {
    await client.query(`begin; set local lock_timeout = ${lockTimeout}`)
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    const migrations = await findMissing()
    // A role without rights to create starts on a schema that is current.
    if (migrations.length > 0) await apply(client, place, migrations)
    await client.query('commit')
    return migrations.length
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw explain(error, place)
  }
}
