import { createOrder, listOrders } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../server/runtime/db/database.ts'
import { newKey, startServer } from '../../server/harness.ts'
import { newPostgresDatabase } from '../../server/postgres-database.ts'
import { testDatabases } from '../../server/test-databases.ts'
import { draftOf, newTraveller } from '../../server/trip.ts'

/** PGlite runs in the server's process, so only PostgreSQL has connections to lose. */
describe.runIf(testDatabases.postgresUrl)('lost database connections', () => {
  let url: string
  let admin: pg.Client
  beforeAll(async () => {
    // Other files use the server concurrently.
    url = await newPostgresDatabase()
    admin = new pg.Client({ connectionString: url })
    await admin.connect()
  })
  afterAll(() => admin.end())

  /** Terminates connections like a restart, and waits until PostgreSQL has removed them. */
  const terminate = async (where: string, values: unknown[]): Promise<void> => {
    const found = await admin.query<{ pid: number }>(
      `select pid, pg_terminate_backend(pid) from pg_stat_activity where ${where} and pid <> pg_backend_pid()`,
      values,
    )
    const pids = found.rows.map(({ pid }) => pid)
    let left = pids.length
    while (left > 0) {
      const alive = await admin.query('select 1 from pg_stat_activity where pid = any($1)', [pids])
      left = alive.rows.length
    }
  }

  test('fails only the transaction whose connection ends', async () => {
    const { db, close } = await openDatabase({ databaseUrl: url, dataFolder: '' })
    const cut = db.transaction(async (tx) => {
      const { rows } = (await tx.execute(sql`select pg_backend_pid() as pid`)) as unknown as {
        rows: { pid: number }[]
      }
      await terminate('pid = $1', [rows[0]?.pid])
      // The client's connection closes before the admin's next response.
      await admin.query('select pg_sleep(0.05)')
      await tx.execute(sql`select 1`)
    })
    await expect(cut).rejects.toThrow()
    const { rows } = (await db.execute(sql`select 1 as one`)) as unknown as { rows: unknown[] }
    expect(rows).toEqual([{ one: 1 }])
    await close()
  })

  test('releases a connection that ends before its transaction begins', async () => {
    const { db, close } = await openDatabase({ databaseUrl: url, dataFolder: '' })
    const tenAtOnce = (ask: () => Promise<unknown>) => Promise.allSettled(Array.from({ length: 10 }, ask))
    for (let round = 0; round < 10; round++) {
      await tenAtOnce(() => db.execute(sql`select 1`))
      const cut = tenAtOnce(() => db.transaction((tx) => tx.execute(sql`select 1`)))
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      await cut
    }
    // The first ten queries discover which connections of the pool are closed.
    await tenAtOnce(() => db.execute(sql`select 1`))
    const settled = await tenAtOnce(() => db.execute(sql`select 1`))
    expect(settled.map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'))
    await close()
  })

  test('creates each order once when clients repeat requests that failed with the database', async () => {
    const server = await startServer()
    const name = new URL(server.services.settings.databaseUrl ?? '').pathname.slice(1)
    const travellers = await Promise.all(Array.from({ length: 3 }, () => newTraveller(server)))
    let refusals = 0
    const requests = await Promise.all(
      travellers.map(async ({ photo, token, tryQuote }) => {
        const draft = draftOf([photo])
        const { quoteId } = (await tryQuote(draft)).result
        return {
          body: { draft, quoteId, termsVersion: policy.termsVersion },
          token,
          idempotencyKey: newKey(),
        }
      }),
    )
    const placeOrder = async (request: (typeof requests)[number]): Promise<string> => {
      for (;;) {
        const answer = await server.call(createOrder, request)
        if (answer.code === 0) return answer.result.orderId
        expect(answer.status).toBe(500)
        refusals++
      }
    }
    let areAllPlaced = false
    const storm = async () => {
      for (let round = 0; round < 10 && !areAllPlaced; round++) {
        await terminate('datname = $1', [name])
        await admin.query('select pg_sleep(0.05)')
      }
    }
    const placed = Promise.all(requests.map(placeOrder)).finally(() => {
      areAllPlaced = true
    })
    const [orderIds] = await Promise.all([placed, storm()])
    expect(refusals).toBeGreaterThan(0)
    for (const [index, { token }] of travellers.entries()) {
      const { result } = await server.call(listOrders, { query: { status: '200' }, token })
      expect(result.list.map(({ orderId }) => orderId)).toEqual([orderIds[index]])
    }
    await server.close()
  })
})
