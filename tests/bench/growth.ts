/**
 * `npm run bench -- growth` measures what grows with whole trips: bytes, calls, the pages that a trip writes, and
 * deletions. Fills 4,000, 20,000 and 100,000 orders on its own PostgreSQL, which takes 6 GB. Writes docs/figures.md;
 * `--sizes 10000,100000` only prints.
 */
import { parseArgs } from 'node:util'
import { demoToken } from '@handsfree/core/api'
import {
  getOrder,
  listNotifications,
  listOrders,
  operatorGetOrder,
  operatorListOperations,
  operatorListOrders,
} from '@handsfree/core/contract'
import { asc } from 'drizzle-orm'
import pg from 'pg'
import { orders, orderTrace } from '../../server/domain/orders/orders.table.ts'
import { issueToken } from '../../server/domain/users/tokens.ts'
import { deleteBefore } from '../../server/runtime/db/delete-before.ts'
import { type Filling, fillOrders } from '../server/fill-orders.ts'
import { startServer } from '../server/harness.ts'
import { runPostgres } from '../server/run-postgres.ts'
import { testDatabases } from '../server/test-databases.ts'
import { operatorToken } from '../server/trip.ts'
import { keepSection, machine, table } from './keep-section.ts'
import { callWith, median, prepareCreations } from './scale/creating.ts'

const { values } = parseArgs({ args: process.argv.slice(3), options: { sizes: { type: 'string' } } })
const sizes = values.sizes?.split(',').map(Number) ?? [4_000, 20_000, 100_000]

const writtenTrips = 300
/** Their traces expire: four batches. */
const expiredOrders = 2_000
const createdOrders = 200

const number = (count: number) => Math.round(count).toLocaleString('en-US')
const kb = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`
const ms = (time: number) => `${time.toFixed(time < 10 ? 1 : 0)} ms`

const parts: Record<string, string[]> = {
  'log, its indexes': ['order_operations'],
  trace: ['order_trace'],
  'notifications, text messages': ['notifications', 'sms_notices'],
  'orders, payments, bags and all others': [],
}

async function open(size: number, filling: Filling) {
  const server = await startServer({}, { listens: true })
  const addTrips = await fillOrders(server, size, { isWhole: true, ...filling })
  // Without the server's statement timeout.
  const client = new pg.Client({ connectionString: server.services.settings.databaseUrl ?? '' })
  await client.connect()
  const query = async (text: string) => (await client.query(text)).rows[0] as Record<string, string>
  // A running server's autovacuum would have done this.
  await query('vacuum')
  process.stderr.write(`${number(size)} whole trips filled\n`)
  return { size, server, addTrips, query, close: () => Promise.all([client.end(), server.close()]) }
}
type Filled = Awaited<ReturnType<typeof open>>

/** Bytes of tables and indexes per order. */
async function measureBytes({ query, size }: Filled): Promise<number[]> {
  const sizeOf = async (names: string[]) => {
    const list = names.map((name) => `pg_total_relation_size('${name}')`).join(' + ')
    return Number((await query(`select ${list || 0} as bytes`)).bytes) / size
  }
  const found: number[] = []
  for (const names of Object.values(parts)) found.push(await sizeOf(names))
  const total = Number((await query('select pg_database_size(current_database()) as bytes')).bytes) / size
  return [...found.slice(0, -1), total - found.reduce((sum, bytes) => sum + bytes, 0), total]
}

/** WAL bytes per trip after a checkpoint, when each page is logged whole at its first change. */
async function measureWrites({ query, addTrips }: Filled): Promise<number> {
  await query('checkpoint')
  const { lsn } = await query('select pg_current_wal_insert_lsn() as lsn')
  await addTrips(writtenTrips)
  const { bytes } = await query(`select pg_current_wal_insert_lsn() - '${lsn}'::pg_lsn as bytes`)
  return Number(bytes) / writtenTrips
}

/** A sweep of the oldest traces, one without expired rows whose pages were reused, and orders beside a sweep. */
async function measureDeletion({ server, addTrips, query }: Filled) {
  const { db } = server.services
  const endOf = async () => {
    const [order] = await db
      .select({ time: orders.createTime })
      .from(orders)
      .orderBy(asc(orders.createTime))
      .offset(deleted)
      .limit(1)
    return order?.time ?? new Date(0)
  }
  let deleted = 0
  const sweepNext = async (count: number) => {
    deleted += count
    const end = await endOf()
    const began = performance.now()
    await deleteBefore(db, orderTrace, orderTrace.time, end)
    return performance.now() - began
  }
  const sweep = await sweepNext(expiredOrders)
  await query('vacuum order_trace')
  await addTrips(expiredOrders)
  const idle: number[] = []
  for (let time = 0; time < 21; time += 1) idle.push(await sweepNext(0))
  const create = callWith(server)
  const createAll = async () => {
    const times: number[] = []
    for (const creation of await prepareCreations(server, createdOrders)) {
      const began = performance.now()
      await create(creation)
      times.push(performance.now() - began)
    }
    return { middle: median(times), longest: Math.max(...times) }
  }
  await createAll()
  const alone = await createAll()
  let isDone = false
  const sweeping = (async () => {
    while (!isDone) await sweepNext(expiredOrders / 2)
  })()
  const beside = await createAll()
  isDone = true
  await sweeping
  return { sweep, idle: median(idle), alone, beside }
}

/** Calls that read ended orders, by turns. Medians of each server. */
async function measureReads(filled: Filled[]): Promise<{ what: string; times: number[] }[]> {
  const all: [string, () => Promise<unknown>][][] = []
  for (const { server } of filled) {
    const { call, services } = server
    const token = await services.db.transaction((tx) => issueToken(tx, services, 'traveller-7'))
    const [order] = (await call(listOrders, { token })).result.list
    const { orderId = '', orderNumber = '' } = order ?? {}
    const reference = orderNumber.slice(0, 12)
    const courier = demoToken('courier-0731')
    all.push([
      ['a traveller’s list', () => call(listOrders, { token })],
      ['a traveller’s order with its trace', () => call(getOrder, { params: { orderId }, token })],
      ['a traveller’s notifications', () => call(listNotifications, { token })],
      ['an operator’s order', () => call(operatorGetOrder, { params: { orderId }, token: operatorToken })],
      ['an order’s log', () => call(operatorListOperations, { params: { orderId }, token: operatorToken })],
      [
        'an operator’s search',
        () => call(operatorListOrders, { query: { reference }, token: operatorToken }),
      ],
      ['a courier’s open work', () => call(operatorListOrders, { token: courier })],
    ])
  }
  const found = []
  for (const [index, [what]] of (all[0] ?? []).entries()) {
    const works = all.map((calls) => calls[index]![1])
    for (const work of works) for (let warm = 0; warm < 20; warm += 1) await work()
    const took = works.map((): number[] => [])
    for (let turn = 0; turn < 21; turn += 1) {
      for (const [place, work] of works.entries()) {
        const began = performance.now()
        await work()
        took[place]!.push(performance.now() - began)
      }
    }
    found.push({ what, times: took.map(median) })
  }
  return found
}

const postgres = await runPostgres()
testDatabases.postgresUrl = postgres.url
const opened: Filled[] = []
try {
  for (const size of sizes) opened.push(await open(size, {}))
  const bytes: number[][] = []
  for (const one of opened) bytes.push(await measureBytes(one))
  const reads = await measureReads(opened)
  const writes: number[] = []
  for (const one of opened) writes.push(await measureWrites(one))
  const deletions = []
  for (const one of opened) deletions.push(await measureDeletion(one))
  const last = sizes.at(-1) ?? 0
  const earlier = await open(last, { hasRandomIds: true })
  const earlierWrites = await measureWrites(earlier)
  await earlier.close()
  const heads = opened.map(({ size }) => `${number(size)} orders`)
  const ratio = (all: number[], index: number) =>
    index === 0 ? '' : `, ${((all[index] ?? 0) / (all[0] ?? 1)).toFixed(1)}×`
  const row = (what: string, all: number[], show: (one: number) => string) => [
    what,
    ...all.map((one, index) => `${show(one)}${ratio(all, index)}`),
  ]
  const text = [
    `\`npm run bench -- growth\`, on ${machine()}. Whole trips with 17 log entries, 10 trace entries and 8 notifications; ratios to the first size. Five of a thousand orders are open.`,
    table(
      ['what', ...heads],
      [
        ...[...Object.keys(parts), 'a trip, all tables and indexes'].map((name, index) =>
          row(
            name,
            bytes.map((one) => one[index] ?? 0),
            kb,
          ),
        ),
        row('write-ahead log of a trip after a checkpoint', writes, kb),
        row(
          `delete the traces of ${number(expiredOrders)} orders`,
          deletions.map(({ sweep }) => sweep),
          ms,
        ),
        row(
          'a sweep without expired traces, pages reused',
          deletions.map(({ idle }) => idle),
          ms,
        ),
        row(
          'create an order, median',
          deletions.map(({ alone }) => alone.middle),
          ms,
        ),
        row(
          'create an order beside a sweep, median',
          deletions.map(({ beside }) => beside.middle),
          ms,
        ),
        row(
          'create an order beside a sweep, longest',
          deletions.map(({ beside }) => beside.longest),
          ms,
        ),
      ],
    ),
    `With random ids of log, trace and notifications, as in 0.4.0, a trip writes ${kb(earlierWrites)} at ${number(last)} orders.`,
    table(
      ['call', ...heads],
      reads.map(({ what, times }) => row(what, times, ms)),
    ),
  ].join('\n\n')
  console.log(text)
  if (!values.sizes) keepSection('Growth', text)
} finally {
  await Promise.all(opened.map((one) => one.close()))
  await postgres.stop()
}
