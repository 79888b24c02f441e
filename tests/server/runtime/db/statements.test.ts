import { AsyncLocalStorage } from 'node:async_hooks'
import { cancelOrder, listOrders, operatorGetOrder } from '@handsfree/core/contract'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sandboxEvents } from '../../../../server/domain/payments/sandbox/sandbox.table.ts'
import { prepareStatement } from '../../../../server/runtime/db/prepare-statement.ts'
import { newKey } from '../../harness.ts'
import { onStatement, type Statement } from '../../statements.ts'
import { testDatabases } from '../../test-databases.ts'
import { draftOf, newTraveller, operatorToken } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()

const callInProgress = new AsyncLocalStorage<Statement[]>()

/** First words of a call's statements, without those of concurrent jobs. */
async function sentBy(call: () => Promise<unknown>): Promise<string[]> {
  const sent: Statement[] = []
  const stop = onStatement((statement) => callInProgress.getStore()?.push(statement))
  await callInProgress.run(sent, call).finally(stop)
  return sent.map(({ text }) => text.trim().split(/\s+/).slice(0, 3).join(' '))
}

/** Each statement is a round trip, except in PGlite. */
describe.runIf(testDatabases.postgresUrl)('statements per call', () => {
  test('creates an order in five statements, including begin and commit', async () => {
    const { photo, tryQuote, tryCreate, order } = await newTraveller(server)
    // Reads the sites, which are cached afterwards.
    await order()
    const draft = draftOf([photo])
    const { quoteId } = (await tryQuote(draft)).result
    let code = -1
    const sent = await sentBy(async () => {
      code = (await tryCreate(draft, quoteId)).code
    })
    expect(code).toBe(0)
    expect(sent).toHaveLength(5)
    expect([sent.at(0), sent.at(-1)]).toEqual(['begin', 'commit'])
  })

  test('replays an order’s answer in five statements', async () => {
    const { photo, tryQuote, tryCreate } = await newTraveller(server)
    const draft = draftOf([photo])
    const { quoteId } = (await tryQuote(draft)).result
    const key = newKey()
    await tryCreate(draft, quoteId, key)
    expect(await sentBy(() => tryCreate(draft, quoteId, key))).toHaveLength(5)
  })

  test('inserts and stores an idempotency key without a scan, planned while the table was empty', async () => {
    const { order, token } = await newTraveller(server)
    const sent: Statement[] = []
    const stop = onStatement((statement) => sent.push(statement))
    await order()
      .then(({ orderId }) => server.call(cancelOrder, { params: { orderId }, token }))
      .finally(stop)
    const { db } = server.services
    await db.execute('truncate idempotency_keys')
    await db.execute('vacuum idempotency_keys')
    const planOf = async (wanted: string) => {
      const { text } = sent.find(({ name }) => name === wanted)!
      const { rows } = (await db.execute(`explain (generic_plan, costs off) ${text}`)) as unknown as {
        rows: Record<string, string>[]
      }
      const lines = rows.flatMap((row) => Object.values(row)).map((line) => line.trim())
      return lines.filter((line) => /Insert on|Arbiter|Seq Scan/.test(line))
    }
    const byKey = [
      expect.stringContaining('Insert on idempotency_keys'),
      'Conflict Arbiter Indexes: idempotency_keys_caller_key_pk',
    ]
    for (const name of ['claim an idempotency key', 'store the answer of a key']) {
      expect([name, await planOf(name)]).toEqual([name, byKey])
    }
    for (const name of ['lock a traveller and reserve their key', 'create an order']) {
      const plan = await planOf(name)
      expect([name, plan]).toEqual([name, expect.arrayContaining(byKey)])
      expect([name, plan.filter((line) => line.includes('Seq Scan on idempotency_keys'))]).toEqual([name, []])
    }
  })

  test('reads a page of orders in two statements, and one order with its trace in two', async () => {
    const { order, token, read } = await newTraveller(server)
    const { orderId } = await order()
    for (const _ of Array(4)) await order()
    const page = await sentBy(() => server.call(listOrders, { token }))
    expect(page).toHaveLength(2)
    expect(await sentBy(() => read(orderId))).toHaveLength(2)
  })

  test('reads an order for an employee in four statements, one of which logs the reader', async () => {
    const { order } = await newTraveller(server)
    const { orderId } = await order()
    const params = { orderId }
    expect(await sentBy(() => server.call(operatorGetOrder, { params, token: operatorToken }))).toHaveLength(
      4,
    )
  })
})

/** Small tables of fixed size: the company's sites and people. */
const small = ['employees', 'insurance_plans', 'qr_codes', 'service_areas', 'sites']

/**
 * Foreign keys without a complete index that starts with their column. Checking them requires full scans.
 */
const unindexed = sql`
  select c.conrelid::regclass::text as "table", a.attname as "column"
  from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and not exists (
    select from pg_index i
    where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null
  )
  order by 1, 2`

test('has an index for each foreign key, except in small tables', async () => {
  const result = await server.services.db.execute(unindexed)
  const { rows } = result as { rows: { table: string; column: string }[] }
  expect(rows.filter(({ table }) => !small.includes(table))).toEqual([])
})

test('builds a statement once, and runs it on each transaction’s connection', async () => {
  const { db } = server.services
  let builds = 0
  const find = prepareStatement('an event of a test', (on, name) => {
    builds++
    return on
      .select({ eventId: sandboxEvents.eventId })
      .from(sandboxEvents)
      .where(eq(sandboxEvents.eventId, sql.placeholder('eventId')))
      .prepare(name)
  })
  const eventId = 'event-of-a-transaction'
  expect(await find(db, { eventId })).toEqual([])
  const takenBack = db.transaction(async (tx) => {
    const payload = { type: 'refund.completed' as const, refundId: eventId, attempt: 0 }
    await tx.insert(sandboxEvents).values({ eventId, payload, sendTime: new Date(0) })
    expect(await find(tx, { eventId })).toEqual([{ eventId }])
    tx.rollback()
  })
  await expect(takenBack).rejects.toThrow()
  expect(await find(db, { eventId })).toEqual([])
  expect(builds).toBe(1)
})
