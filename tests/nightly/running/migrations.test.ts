import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migratePostgres } from '../../../server/runtime/db/migrate-postgres.ts'
import { newPostgresDatabase } from '../../server/postgres-database.ts'

const migrationsFolder = fileURLToPath(new URL('../../../server/migrations', import.meta.url))

/** A folder with only the first migrations. */
function firstMigrations(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'))
  const entries: { tag: string }[] = journal.entries.slice(0, count)
  for (const { tag } of entries) cpSync(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`))
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  return folder
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A database with the first `count` migrations, and its upgrade to the current schema. */
async function openRelease(count: number) {
  const url = await newPostgresDatabase()
  const client = await connect(url)
  await migrate(drizzle(client), { migrationsFolder: firstMigrations(count) })
  return { url, client, upgrade: async () => migratePostgres(await connect(url), migrationsFolder) }
}

/** Tables, indexes, constraints and triggers of a database, as PostgreSQL describes them. */
async function schemaOf(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query({
    text: `
      select table_name || '.' || column_name, data_type || coalesce(column_default, '') || is_nullable
        from information_schema.columns where table_schema = 'public'
      union all select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'
      union all select 'constraint ' || conname, pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select 'trigger ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select 'invalid', indexrelid::regclass::text from pg_index where not indisvalid
      order by 1, 2`,
    rowMode: 'array',
  })
  return rows
}

const release03 = 39
const release04 = 47
const patience = { timeout: 20_000, interval: 50 }

test('builds the schema of a new database by upgrading one in use', async () => {
  const [fresh, upgraded] = [await openRelease(0), await openRelease(1)]
  await migrate(drizzle(fresh.client), { migrationsFolder })
  await upgraded.upgrade()
  const expected = await schemaOf(fresh.client)
  expect(expected.length).toBeGreaterThan(500)
  expect(await schemaOf(upgraded.client)).toEqual(expected)
})

test('serves readers while a migration waits for a table lock, and finishes once it is free', async () => {
  const { url, client, upgrade } = await openRelease(release03)
  const [writer, reader] = [await connect(url), await connect(url)]
  await writer.query('begin; lock table employees in access share mode')
  const upgrading = upgrade()
  await vi.waitUntil(async () => {
    const { rows } = await client.query(
      `select from pg_locks where relation = 'employees'::regclass and not granted`,
    )
    return rows.length > 0
  }, patience)
  await reader.query('set statement_timeout = 2000')
  for (let count = 0; count < 3; count += 1) await reader.query('select from employees')
  await writer.query('commit')
  expect(await upgrading).toBeGreaterThan(5)
})

test('resumes an interrupted migration', async () => {
  const { url, client, upgrade } = await openRelease(release03)
  const writer = await connect(url)
  await writer.query('begin; lock table orders in row exclusive mode')
  const upgrading = upgrade()
  const ended = upgrading.catch((error: Error) => error.message)
  const pid = await vi.waitUntil(async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where query like 'create index concurrently%"orders_handed"%' and wait_event_type = 'Lock'`,
    )
    return rows[0]?.pid
  }, patience)
  await client.query('select pg_terminate_backend($1)', [pid])
  expect(await ended).toMatch(/terminat/i)
  expect((await client.query('select from pg_index where not indisvalid')).rows).toHaveLength(1)
  await writer.query('rollback')
  await upgrade()
  const fresh = await openRelease(0)
  await migrate(drizzle(fresh.client), { migrationsFolder })
  expect(await schemaOf(client)).toEqual(await schemaOf(fresh.client))
})

const order = (orderId: string, pickup: string) => `
  insert into orders (order_id, order_number, uin, review, payment, pickup, transport, warehouse, closing, qr_id,
    pickup_place, delivery_place, time_zone, pickup_time, delivery_time, pieces, declared_value, photos,
    receiver_name, receiver_dial_code, receiver_phone_number, remarks, terms_version, currency, price_rule,
    insurance_plan, lines, total, claim_code, create_time, update_time)
  values ('${orderId}', '${orderId}', 'u1', 'pass', 'paid', '${pickup}', 'none', 'none', 'open', 'q',
    '{}', '{}', 'Asia/Shanghai', now(), now(), 1, 0, '[]', 'Ada', '86', '13812342046', '', '2026-11', 'CNY', '{}',
    '{}', '[]', 0, 'AAAAAA', now(), now());`

/** drizzle-kit generates tables only. Migrations of rows are added by hand at the end. */
test('upgrades an order, a picture and a stored answer of the first release', async () => {
  const { client, upgrade } = await openRelease(1)
  await client.query(`
    insert into users (uin, dial_code, phone_number, locale, create_time, update_time)
      values ('u1', '86', '13812342046', 'en-US', now(), now());
    insert into files (file_id, uin, width, height, bytes, create_time) values ('f1', 'u1', 1, 1, 1, '2026-11-01Z');
    ${order('accepted', 'none')} ${order('assigned', 'waitPickup')} ${order('moving', 'pickuped')}
    insert into order_trace (trace_id, order_id, type, facts, time)
      values ('t1', 'assigned', 'courier_arrived_at_pickup_site', '{}', '2026-11-02Z');
    insert into idempotency_keys (caller, key, request_hash, status, answer, create_time) values
      ('u1', 'k1', 'h', 200, '{"code":0,"result":{"orderId":"moving","regions":{"pickup":"pickuped"}}}', now()),
      ('u1', 'k2', 'h', 200, '{"code":0,"result":{}}', now());`)
  await upgrade()
  const { rows } = await client.query(
    'select order_id, assignment, courier_arrived_time is not null as arrived from orders order by order_id',
  )
  const kept = await client.query(`select kept_time = create_time as kept from files`)
  const answers = await client.query(`select answer -> 'result' as result from idempotency_keys order by key`)
  expect([rows, kept.rows, answers.rows]).toEqual([
    [
      { order_id: 'accepted', assignment: 'none', arrived: false },
      { order_id: 'assigned', assignment: 'accepted', arrived: true },
      { order_id: 'moving', assignment: 'accepted', arrived: false },
    ],
    [{ kept: true }],
    [{ result: { orderId: 'moving', lifecycle: { pickup: 'pickuped' } } }, { result: {} }],
  ])
})

test('restarts the lifetime of older employee tokens at the update', async () => {
  const { client, upgrade } = await openRelease(3)
  await client.query(`
    insert into employees (employee_id, role, name, phone, create_time)
      values ('e1', 'courier', 'Courier', '1', '2026-01-01Z');
    insert into employee_tokens (token_hash, employee_id, create_time) values ('h', 'e1', '2026-01-01Z');`)
  await upgrade()
  const { rows } = await client.query(
    `select create_time > now() - interval '1 minute' as made, use_time = create_time as used from employee_tokens`,
  )
  expect(rows).toEqual([{ made: true, used: true }])
})

test('counts closed orders of couriers and sites, and reminds of waiting bags, after the update', async () => {
  const { client, upgrade } = await openRelease(13)
  const stored = (orderId: string) => `${order(orderId, 'pickuped')}
    update orders set warehouse = 'completed' where order_id = '${orderId}';
    insert into order_trace (trace_id, order_id, type, facts, time)
      values ('${orderId}', '${orderId}', 'warehoused', '{}', '2026-11-02Z');`
  await client.query(`
    insert into users (uin, dial_code, phone_number, locale, create_time, update_time)
      values ('u1', '86', '13812342046', 'en-US', now(), now());
    ${order('moving', 'pickuped')} ${stored('waiting')} ${stored('reminded')} ${order('closed', 'pickuped')}
    insert into notifications (notification_id, uin, type, content, is_popup, create_time)
      values ('n1', 'u1', 7, '{"orderId":"reminded"}', true, now());
    update orders set closing = 'closed', courier_id = 'c1', pickup_place = '{"siteId":"s1"}',
      delivery_place = '{"siteId":"s1"}' where order_id = 'closed';`)
  await upgrade()
  const { rows } = await client.query(
    'select scope, orders::int, pickup from order_scope_tallies order by scope',
  )
  const reminders = await client.query(
    `select order_id, collection_reminder_time = '2026-11-03Z' as due from orders
     where collection_reminder_time is not null`,
  )
  expect([rows, reminders.rows]).toEqual([
    [
      { scope: 'courier:c1', orders: 1, pickup: 'pickuped' },
      { scope: 'site:s1', orders: 1, pickup: 'pickuped' },
    ],
    [{ order_id: 'waiting', due: true }],
  ])
})

test('converts refunds, payment pages and text messages of earlier releases to machine states', async () => {
  const { client, upgrade } = await openRelease(15)
  const session = (id: string, state: string, checkTime: string) => `
    insert into payment_sessions (session_id, payment_id, provider, reference, redirect_url, state, expires_at,
      check_time, create_time, update_time)
    values ('${id}', '${id}', 'sandbox', '${id}', '', '${state}', now(), ${checkTime}, now(), now());`
  const payment = (id: string) => `
    insert into payments (payment_id, order_id, uin, source, amount, currency, state, create_time, update_time,
      dropped_time)
    values ('${id}', 'o1', 'u1', 'supplementary', 1, 'CNY', 'unpaid', now(), now(), now());`
  const refund = (id: string, state: string, tryTime: string) => `
    insert into refunds (refund_id, order_id, payment_id, session_id, amount, state, try_time, create_time)
    values ('${id}', 'o1', 'paid', 'paid', 1, '${state}', ${tryTime}, now());`
  const text = (kind: string, tryTime: string, sentTime: string) => `
    insert into sms_notices (order_id, kind, try_time, sent_time, create_time)
    values ('o1', '${kind}', ${tryTime}, ${sentTime}, now());`
  await client.query(`
    insert into users (uin, dial_code, phone_number, locale, create_time, update_time)
      values ('u1', '86', '13812342046', 'en-US', now(), now());
    ${order('o1', 'none')} ${payment('open')} ${payment('paid')}
    ${session('open', 'open', 'now()')} ${session('paid', 'paid', 'null')}
    ${refund('r1', 'due', 'now()')} ${refund('r2', 'requested', 'null')} ${refund('r3', 'done', 'null')}
    ${text('pickedUp', 'now()', 'null')} ${text('readyToCollect', 'null', 'now()')}
    ${text('handedOver', 'null', 'null')}`)
  await upgrade()
  const read = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows
  const refunds = await read(
    'select refund_id, state, attempt, try_time is null from refunds order by refund_id',
  )
  const sessions = await read('select session_id, state, asking from payment_sessions order by session_id')
  const texts = await read('select kind, state from sms_notices order by kind')
  expect([refunds, sessions, texts]).toEqual([
    [
      ['r1', 'due', 0, false],
      ['r2', 'requested', 0, false],
      ['r3', 'done', 0, true],
    ],
    [
      ['open', 'open', 'checking'],
      ['paid', 'paid', 'idle'],
    ],
    [
      ['handedOver', 'givenUp'],
      ['pickedUp', 'due'],
      ['readyToCollect', 'sent'],
    ],
  ])
})

test('numbers receipts and credit notes of earlier releases in order of payment', async () => {
  const { client, upgrade } = await openRelease(65)
  const paid = (id: string, time: string) => `
    insert into payments (payment_id, order_id, uin, source, amount, currency, state, create_time, update_time)
      values ('${id}', 'o1', 'u1', 'supplementary', 1, 'CNY', 'paid', now(), now());
    update payments set paid_session_id = payment_id, dropped_time = now() where payment_id = '${id}';
    insert into payment_sessions (session_id, payment_id, provider, reference, redirect_url, state, expires_at,
      create_time, update_time) values ('${id}', '${id}', 'sandbox', '${id}', '', 'paid', now(), now(), '${time}');`
  const refund = (id: string, doneTime: string) => `
    insert into refunds (refund_id, order_id, payment_id, session_id, amount, state, create_time, done_time)
      values ('${id}', 'o1', 'later', 'later', 1, 'due', now(), ${doneTime});`
  await client.query(`
    insert into users (uin, dial_code, phone_number, locale, create_time, update_time)
      values ('u1', '86', '13812342046', 'en-US', now(), now());
    ${order('o1', 'none')}
    ${paid('later', '2026-11-21T02:00Z')} ${paid('first', '2026-11-20T02:00Z')}
    ${paid('newYear', '2026-12-31T16:30Z')}
    ${refund('r1', "'2026-11-24Z'")} ${refund('r2', "'2026-11-23Z'")} ${refund('r3', 'null')}`)
  await upgrade()
  const read = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows
  expect(await read('select session_id, receipt_number from payment_sessions order by update_time')).toEqual([
    ['first', 'R-2026-000001'],
    ['later', 'R-2026-000002'],
    ['newYear', 'R-2027-000001'],
  ])
  expect(await read('select refund_id, credit_note_number from refunds order by refund_id')).toEqual([
    ['r1', 'C-2026-000002'],
    ['r2', 'C-2026-000001'],
    ['r3', null],
  ])
  expect(await read('select series, year, last from document_numbers order by 1, 2')).toEqual([
    ['C', 2026, 2],
    ['R', 2026, 2],
    ['R', 2027, 1],
  ])
})

test('creates a price rule from each site’s prices, and a car from each courier’s plate', async () => {
  const { client, upgrade } = await openRelease(16)
  await client.query(`
    insert into regions (region_id, name) values ('r1', '{}');
    insert into sites (site_id, region_id, type, name, address, detail, latitude, longitude, phone, time_zone, storage,
      price_rule, access)
      values ('s1', 'r1', 0, '{}', '{}', '{}', 0, 0, '1', 'Asia/Shanghai', true, '{"pricePerPiece":4900}', 'frontDesk');
    insert into employees (employee_id, role, name, phone, plate, create_time) values
      ('c1', 'courier', 'Courier', '1', 'A1', now()), ('c2', 'courier', 'Courier', '2', '', now());`)
  await upgrade()
  const sites = await client.query(
    'select site_id, rule, sites.closed_time from sites join price_rules using (price_rule_id)',
  )
  const vehicles = await client.query('select vehicle_id, plate, courier_id from vehicles')
  expect([sites.rows, vehicles.rows]).toEqual([
    [{ site_id: 's1', rule: { pricePerPiece: 4900 }, closed_time: null }],
    [{ vehicle_id: 'c1', plate: 'A1', courier_id: 'c1' }],
  ])
})

test('keeps every row of 0.4.0 unchanged, with the schema of a new database', async () => {
  const { client, upgrade } = await openRelease(release04)
  await client.query(`
    insert into users (uin, dial_code, phone_number, locale, create_time, update_time)
      values ('u1', '86', '13812342046', 'en-US', now(), now());
    insert into employees (employee_id, role, name, phone, create_time)
      values ('e1', 'courier', 'Courier', '1', '2026-11-26Z');
    insert into files (file_id, uin, width, height, bytes, create_time) values ('f1', 'u1', 1, 1, 1, '2026-11-26Z');
    ${order('moving', 'pickuped')} ${order('closed', 'pickuped')}
    update orders set closing = 'closed' where order_id = 'closed';
    insert into order_trace (trace_id, order_id, type, facts, time)
      values ('t1', 'moving', 'pickup_completed', '{}', '2026-11-26Z');
    insert into payments (payment_id, order_id, uin, source, amount, currency, state, create_time, update_time)
      values ('p1', 'moving', 'u1', 'order', 4900, 'CNY', 'paid', now(), now());
    insert into payment_sessions (session_id, payment_id, provider, reference, redirect_url, state, expires_at,
      create_time, update_time) values ('s1', 'p1', 'sandbox', 's1', '', 'paid', now(), now(), now());
    insert into refunds (refund_id, order_id, payment_id, session_id, amount, state, create_time)
      values ('r1', 'moving', 'p1', 's1', 1, 'due', now());
    insert into person_operations (operation_id, actor, uin, what, reason, time)
      values ('o1', 'employee:e1', 'u1', 'export', 'Asked', now());
    insert into notifications (notification_id, uin, type, content, is_popup, create_time)
      values ('n1', 'u1', 7, '{"orderId":"moving"}', true, now());`)
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const readRows = async () => {
    const entries = []
    for (const { name } of tables) {
      const { rows } = await client.query(`select * from ${name}`)
      if (rows.length > 0) entries.push([name, rows] as const)
    }
    return Object.fromEntries(entries)
  }
  const before = await readRows()
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['orders', 'payments', 'person_operations', 'users']),
  )
  await upgrade()
  expect(await readRows()).toMatchObject(before)
  const fresh = await openRelease(0)
  await migrate(drizzle(fresh.client), { migrationsFolder })
  expect(await schemaOf(client)).toEqual(await schemaOf(fresh.client))
})

/** Statements of a migration that remove something the previous release uses, or restrict its writes. */
function breakingStatements(sql: string): string[] {
  const made = new Set([...sql.matchAll(/create table "(\w+)"/gi)].map(([, table]) => table))
  // The previous release leaves them null.
  const added = [...sql.matchAll(/add column ("\w+") (?!.*\b(?:default|not null)\b)/gi)].map(
    ([, name]) => name,
  )
  return sql.split('--> statement-breakpoint').flatMap((statement) => {
    const text = statement
      .replace(/^\s*--.*$/gm, '')
      .replace(/\s+/g, ' ')
      .trim()
    const [, table, condition = ''] =
      /^create unique index \S+ on "(\w+)".*?(?: where (.*))?$/i.exec(text) ?? []
    const isOfNewColumn = added.some((column) => condition.endsWith(`.${column} is not null;`))
    const isBreaking =
      /\bdrop (table|column|constraint|default|function|trigger|type|schema)\b|\brename\b|^truncate\b/i.test(
        text,
      ) ||
      /\bset (not null|data type)\b|\balter column \S+ type\b/i.test(text) ||
      /\badd column\b(?!.*\bdefault\b).*\bnot null\b/i.test(text) ||
      /\badd constraint\b(?!.*\bforeign key\b)/i.test(text) ||
      (table !== undefined && !made.has(table) && !isOfNewColumn)
    return isBreaking ? [text] : []
  })
}

test('extends the schema without breaking changes, so that the previous release runs on it', () => {
  const { entries }: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'),
  )
  const later = entries.filter(({ tag }) => tag >= '0007')
  expect(later.length).toBeGreaterThan(30)
  for (const { tag } of later) {
    const sql = readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8')
    expect([tag, breakingStatements(sql)]).toEqual([tag, []])
  }
})

test.each([
  'ALTER TABLE "orders" DROP COLUMN "total";',
  'DROP TABLE "orders";',
  'ALTER TABLE "orders" RENAME COLUMN "total" TO "sum";',
  'ALTER TABLE "orders" ALTER COLUMN "total" SET NOT NULL;',
  'ALTER TABLE "orders" ALTER COLUMN "total" SET DATA TYPE bigint;',
  'ALTER TABLE "orders" ADD COLUMN "weight" integer NOT NULL;',
  'ALTER TABLE "orders" ADD CONSTRAINT "orders_total" CHECK (total > 0);',
  'CREATE UNIQUE INDEX "orders_uin" ON "orders" USING btree ("uin");',
])('detects a statement that would break the previous release: %s', (statement) => {
  expect(
    breakingStatements(`ALTER TABLE "orders" ADD COLUMN "a" text;--> statement-breakpoint\n${statement}`),
  ).toEqual([statement])
})
