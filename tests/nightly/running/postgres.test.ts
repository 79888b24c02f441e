import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listOrders } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { users } from '../../../server/domain/users/users.table.ts'
import { migrateDatabase, openDatabase } from '../../../server/runtime/db/database.ts'
import { postgresDefaults } from '../../../server/runtime/db/postgres.ts'
import { openPostgresBus } from '../../../server/runtime/realtime/hint-bus.ts'
import { readSettings } from '../../../server/runtime/settings/settings.ts'
import { startServer } from '../../../server/start.ts'
import { startServer as startTestServer } from '../../server/harness.ts'
import { findPgbouncer, startPgbouncer } from '../../server/pgbouncer.ts'
import { newPostgresDatabase } from '../../server/postgres-database.ts'
import { testDatabases } from '../../server/test-databases.ts'
import { startTransactionPooler } from '../../server/transaction-pooler.ts'
import { newTraveller } from '../../server/trip.ts'

const endings: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const open = async (...given: Parameters<typeof openDatabase>) => {
  const opened = await openDatabase(...given)
  endings.push(opened.close)
  return opened.db
}

const rowsOf = async (db: Awaited<ReturnType<typeof open>>, query: string): Promise<unknown[]> =>
  ((await db.execute(sql.raw(query))) as unknown as { rows: unknown[] }).rows

/** An empty database, a role without rights in it, and an administrator's connection. */
async function newRole(statements: (role: string, database: string) => string) {
  const url = await newPostgresDatabase()
  const role = `role_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const database = new URL(url).pathname.slice(1)
  await admin.query(`create role ${role} login password 'secret';
    revoke all on database ${database} from public; grant connect on database ${database} to ${role};
    revoke create on schema public from public; ${statements(role, database)}`)
  endings.push(() => admin.end())
  return { url: Object.assign(new URL(url), { username: role, password: 'secret' }).href, role, admin }
}

describe.runIf(testDatabases.postgresUrl)('with PostgreSQL', () => {
  test('starts four instances concurrently on an empty database', async () => {
    const url = await newPostgresDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'handsfree-four-'))
    endings.push(() => rmSync(folder, { recursive: true }))
    const servers = await Promise.all(
      [1, 2, 3, 4].map((instance) =>
        startServer(
          readSettings({
            PORT: '0',
            DATABASE_URL: url,
            HANDSFREE_DATA: join(folder, String(instance)),
            HANDSFREE_AUTOPILOT: 'off',
          }),
        ),
      ),
    )
    for (const server of servers) endings.push(() => server.stop())
    const answers = await Promise.all(servers.map(({ port }) => fetch(`http://127.0.0.1:${port}/ready`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  }, 120_000)

  test('uses the schema of a role that may create no other', async () => {
    const { url } = await newRole(
      (role) => `create schema bags authorization ${role}; alter role ${role} set search_path = bags`,
    )
    const db = await open({ databaseUrl: url, dataFolder: '' })
    expect(
      await rowsOf(db, `select distinct schemaname from pg_tables where tableowner = current_user`),
    ).toEqual([{ schemaname: 'bags' }])
    const time = new Date()
    const phone = { dialCode: '86', phoneNumber: '13700000001' }
    await db
      .insert(users)
      .values({ uin: 'ada', ...phone, locale: 'en-US', createTime: time, updateTime: time })
    // A later start has nothing to migrate.
    await open({ databaseUrl: url, dataFolder: '', postgres: { ...postgresDefaults, migrates: false } })
  })

  test('migrates the schema public with a role that may not create schemas', async () => {
    const { url } = await newRole((role) => `grant create on schema public to ${role}`)
    const db = await open({ databaseUrl: url, dataFolder: '' })
    expect(await rowsOf(db, `select nspname from pg_namespace where nspname = 'drizzle'`)).toEqual([])
  })

  test('explains in one line a role without rights', async () => {
    const { url, role, admin } = await newRole(() => '')
    const start = () => openDatabase({ databaseUrl: url, dataFolder: '' })
    await expect(start()).rejects.toThrow(
      `The role ${role} can’t create tables in the schema public. Grant it CREATE on schema public, or migrate with another role (DATABASE_DIRECT_URL, npm run migrate).`,
    )
    await admin.query(`alter role ${role} set search_path = nowhere`)
    const database = new URL(url).pathname.slice(1)
    await expect(start()).rejects.toThrow(
      `No schema in the search path of ${role} exists in ${database}. Create the schema, or grant the role rights on it.`,
    )
  })

  test('starts on a schema that another role has migrated, and reports missing migrations', async () => {
    const postgres = { ...postgresDefaults, migrates: false }
    const databaseUrl = await newPostgresDatabase()
    const start = () => open({ databaseUrl, dataFolder: '', postgres })
    await expect(start()).rejects.toThrow(
      /^The database lacks \d+ of this version’s migrations\. Run npm run migrate first, or set HANDSFREE_MIGRATE=on\.$/,
    )
    expect(await migrateDatabase({ databaseUrl })).toBeGreaterThan(10)
    expect(await migrateDatabase({ databaseUrl })).toBe(0)
    expect(await rowsOf(await start(), 'select count(*)::int as count from users')).toEqual([{ count: 0 }])
  })

  test('aborts a statement and an idle transaction after their time limit', async () => {
    const databaseUrl = await newPostgresDatabase()
    const postgres = { ...postgresDefaults, statementMs: 100, idleTransactionMs: 100 }
    const db = await open({ databaseUrl, dataFolder: '', postgres })
    const tooLong = { cause: { message: 'canceling statement due to statement timeout' } }
    await expect(db.execute(sql`select pg_sleep(20)`)).rejects.toMatchObject(tooLong)
    const other = new pg.Client({ connectionString: databaseUrl })
    await other.connect()
    endings.push(() => other.end())
    const idle = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      for (let left = 1; left > 0; ) {
        const { rows } = await other.query(
          `select 1 from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
        )
        left = rows.length
      }
    })
    await expect(idle).rejects.toThrow()
  })
})

const poolers = [
  {
    name: 'a pooler that gives each transaction any connection',
    start: startTransactionPooler,
    isHere: true,
  },
  { name: 'pgbouncer', start: startPgbouncer, isHere: findPgbouncer() !== null },
]

describe.runIf(testDatabases.postgresUrl).each(poolers.filter(({ isHere }) => isHere))(
  'through $name',
  ({ start }) => {
    const startPooler = async () => {
      const direct = await newPostgresDatabase()
      const pooler = await start(direct)
      endings.push(pooler.close)
      return { direct, pooled: pooler.url }
    }
    const through = (pooled: string, directUrl: string | null) => ({
      databaseUrl: pooled,
      postgres: { ...postgresDefaults, directUrl },
    })

    test('refuses to start without a direct address of PostgreSQL', async () => {
      const { pooled } = await startPooler()
      const line =
        'points to a pooler. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, for live messages and migrations.'
      await expect(openDatabase({ ...through(pooled, null), dataFolder: '' })).rejects.toThrow(
        `DATABASE_URL ${line}`,
      )
      await expect(openDatabase({ ...through(pooled, pooled), dataFolder: '' })).rejects.toThrow(
        `DATABASE_DIRECT_URL ${line}`,
      )
    })

    test('opens four instances concurrently on an empty database', async () => {
      const { direct, pooled } = await startPooler()
      const given = { ...through(pooled, direct), dataFolder: '' }
      const opened = await Promise.all([1, 2, 3, 4].map(() => open(given)))
      const counts = opened.map((db) => rowsOf(db, 'select count(*)::int as count from regions'))
      expect(await Promise.all(counts)).toEqual([1, 2, 3, 4].map(() => [{ count: 0 }]))
    })

    test('places concurrent orders, and delivers every live message', async () => {
      const { direct, pooled } = await startPooler()
      const database = {
        ...through(pooled, direct),
        ...(await openDatabase({ ...through(pooled, direct), dataFolder: '' })),
      }
      const server = await startTestServer({}, { database })
      endings.push(server.close)
      const bus = await openPostgresBus(direct, () => {})
      endings.push(bus.close)
      const heard: unknown[] = []
      const all = new Promise<void>((resolve) => {
        bus.onHint((hint) => {
          heard.push(hint)
          if (heard.length === 4) resolve()
        })
      })
      const travellers = await Promise.all([1, 2, 3, 4].map(() => newTraveller(server)))
      const orders = await Promise.all(travellers.map((traveller) => traveller.order()))
      for (const { orderId } of orders) bus.publish({ kind: 'order', uin: 'ada', orderId })
      await all
      expect(heard).toHaveLength(4)
      for (const [index, { token }] of travellers.entries()) {
        const { result } = await server.call(listOrders, { query: { status: '200' }, token })
        expect(result.list.map(({ orderId }) => orderId)).toEqual([orders[index]?.orderId])
      }
    })

    test('limits the time of a transaction’s statements', async () => {
      const { direct, pooled } = await startPooler()
      const { databaseUrl, postgres } = through(pooled, direct)
      const db = await open({ databaseUrl, dataFolder: '', postgres: { ...postgres, statementMs: 100 } })
      await expect(db.transaction((tx) => tx.execute(sql`select pg_sleep(20)`))).rejects.toMatchObject({
        cause: { message: 'canceling statement due to statement timeout' },
      })
    })
  },
)
