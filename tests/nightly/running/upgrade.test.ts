import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { cancelOrder } from '@handsfree/core/contract'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort, ManagedProcess } from '../../../tools/built-server.ts'
import type * as backend from '../../e2e/backend.ts'
import { newPostgresDatabase } from '../../server/postgres-database.ts'
import { run } from './debian-postgres.ts'
import { checkOut, git } from './older-release.ts'

/**
 * The schema of 0.3.0 needs the migrations with the most locks: they rebuild some indexes of `orders` and drop
 * others.
 */
const release = git('cat-file', '-t', '566f996f') && git('rev-parse', '566f996f')
if (!release) process.stdout.write('No release is upgraded under traffic: this clone has no history.\n')

const orderCount = Number(process.env.HANDSFREE_TEST_UPGRADE_ORDERS ?? 100_000)
/** Trips per traveller before and after the upgrade. */
const trips = Number(process.env.HANDSFREE_TEST_UPGRADE_TRIPS ?? 1)
const travellers = 3

const query = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url, statement_timeout: 0 })
  await client.connect()
  const { rows } = await client.query<Row>(text).finally(() => client.end())
  return rows
}

const copied: Record<string, string> = {
  order_id: 'order_id || n',
  order_number: 'order_number || n',
  closing: "'closed'",
  payment_reminder_time: 'null',
}

/** Adds closed copies of the existing order. */
async function copyOrder(url: string): Promise<void> {
  const columns = await query<{ name: string }>(
    url,
    `select attname as name from pg_attribute where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped`,
  )
  const names = columns.map(({ name }) => name)
  await query(
    url,
    `set session_replication_role = replica;
    insert into orders (${names.join()}) select ${names.map((name) => copied[name] ?? name).join()}
      from orders, generate_series(1, ${orderCount}) n;
    analyze orders`,
  )
}

/** The longest wait of queries that migrations block at this moment, in milliseconds. */
const blocked = `select coalesce(max(extract(epoch from clock_timestamp() - query_start) * 1000), 0)::int as ms
  from pg_stat_activity where wait_event_type = 'Lock' and application_name <> 'handsfree migrations'
    and exists (select from pg_stat_activity m where m.application_name = 'handsfree migrations'
      and m.pid = any(pg_blocking_pids(pg_stat_activity.pid)))`

test.skipIf(!release)(
  'migrates 100,000 orders of 0.3.0 while travellers order there, and serves them on the new schema',
  async () => {
    const { folder, outer } = checkOut(release ?? '')
    onTestFinished(() => rmSync(outer, { recursive: true, force: true }))
    const url = await newPostgresDatabase()
    const port = await freePort()
    const server = new ManagedProcess({
      health: `http://127.0.0.1:${port}/health`,
      args: ['--import', 'tsx', '--conditions=source', join(folder, 'server/main.ts')],
      env: {
        PORT: String(port),
        DATABASE_URL: url,
        HANDSFREE_DATA: join(outer, 'data'),
        HANDSFREE_AUTOPILOT: 'off',
        TRUSTED_PROXY: 'loopback',
      },
    })
    onTestFinished(async () => void (await server.end('SIGKILL')))
    await server.start()
    const { newTraveller, placeOrder, readOrder, must, newKey }: typeof backend = await import(
      /* @vite-ignore */ join(folder, 'tests/journeys/backend.ts')
    )
    const at = `http://127.0.0.1:${port}`
    await placeOrder(await newTraveller(at))
    await copyOrder(url)

    const placed = Array.from({ length: travellers }, () => 0)
    const failures: unknown[] = []
    let isOver = false
    const travelling = placed.map(async (_, index) => {
      while (!isOver) {
        try {
          // A new traveller each time, since cancellations per day are limited.
          const traveller = await newTraveller(at)
          const order = await placeOrder(traveller)
          await readOrder(traveller, order.orderId)
          const params = { orderId: order.orderId }
          must(await traveller.api.call(cancelOrder, { params, idempotencyKey: newKey() }))
          placed[index] = (placed[index] ?? 0) + 1
        } catch (error) {
          failures.push(error)
          return
        }
      }
    })
    let longestBlock = 0
    const watch = new pg.Client({ connectionString: url })
    await watch.connect()
    const watching = (async () => {
      while (!isOver) {
        await watch.query('select pg_sleep(0.02)')
        const { rows } = await watch.query<{ ms: number }>(blocked)
        longestBlock = Math.max(longestBlock, rows[0]?.ms ?? 0)
      }
      await watch.end()
    })()
    const everyTravellerOrders = async () => {
      const before = [...placed]
      await vi.waitUntil(
        () => failures.length > 0 || placed.every((count, index) => count >= (before[index] ?? 0) + trips),
        { timeout: 120_000, interval: 100 },
      )
    }
    try {
      await everyTravellerOrders()
      await run(process.execPath, ['--import', 'tsx', '--conditions=handsfree-source', 'server/migrate.ts'], {
        env: { DATABASE_URL: url },
      })
      await everyTravellerOrders()
    } finally {
      isOver = true
      await Promise.all([...travelling, watching])
    }
    expect(failures).toEqual([])
    expect(longestBlock).toBeLessThan(1_000)
  },
  300_000,
)
