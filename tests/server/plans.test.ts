import {
  countOngoingOrders,
  countUnread,
  courierViews,
  createPayment,
  customerNotificationTypes,
  customerViews,
  demoToken,
  getOrder,
  getOrderTrace,
  getPayment,
  listNotifications,
  listOrders,
  markNotifications,
  operatorCountOrders,
  operatorGetOrder,
  operatorListOperations,
  operatorListOrders,
  operatorViews,
  previewCancellation,
  siteViews,
} from '@handsfree/core/api'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverJobs } from '../../server/jobs/server-jobs.ts'
import { calls } from '../../server/openapi/openapi.ts'
import { issueToken } from '../../server/users/tokens.ts'
import { fillOrders } from './fill-orders.ts'
import { startServer, type TestServer } from './harness.ts'
import { startRollbackServer } from './rollback-server.ts'
import { makeOwn, sampleOf, tokenFor, toSent } from './samples.ts'
import { onStatement, type Statement } from './statements.ts'
import { testDatabases } from './test-databases.ts'
import { newTraveller, operatorToken } from './trip.ts'

const rows = 100_000
const large = /Seq Scan on (orders|payments|payment_sessions|order_trace|notifications)\b/
/** Tables that grow with the orders, but are short here: each of their statements has an index that it can use. */
const growing =
  /Seq Scan on (refunds|order_bags|order_operations|payment_events|sms_notices|users|tokens|files|idempotency_keys|sandbox_sessions|sandbox_events|verification_codes|verification_guesses|verification_counts)\b/

/** PGlite has no processor time to waste on this many rows. */
describe.runIf(testDatabases.postgresUrl)(`of ${rows} orders`, () => {
  let server: TestServer
  let client: pg.Client
  let token: string

  beforeAll(async () => {
    server = await startServer()
    await fillOrders(server, rows)
    client = new pg.Client({ connectionString: server.services.settings.databaseUrl ?? '' })
    await client.connect()
    token = await server.services.db.transaction((tx) => issueToken(tx, server.services, 'traveller-7'))
  })
  afterAll(async () => {
    await client?.end()
    await server?.close()
  })

  /** How PostgreSQL runs a statement: one with a name whatever its values are. */
  const planOf = async ({ name, text, values }: Statement, mayScan = true): Promise<string> => {
    await client.query(`set enable_seqscan = ${mayScan ? 'on' : 'off'}`)
    const { rows: lines } = name
      ? await client.query(`explain (generic_plan) ${text}`)
      : await client.query(`explain ${text}`, values)
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  }

  /** The statements that read a whole large table while `work` runs, with their plans. */
  async function wholeTablesReadBy(work: () => Promise<unknown>): Promise<string[]> {
    const sent = new Map<string, Statement>()
    const stop = onStatement((statement) => sent.set(statement.text, statement))
    await work().finally(stop)
    const read: string[] = []
    for (const statement of sent.values()) {
      if (!/^\s*(select|insert|update|delete|with)\b/.test(statement.text)) continue
      const plan = await planOf(statement)
      if (large.test(plan)) read.push(`${statement.text}\n${plan}`)
      const without = await planOf(statement, false)
      if (growing.test(without)) read.push(`${statement.text}\n${without}`)
    }
    expect(sent.size).toBeGreaterThan(0)
    return read
  }

  const ok = async (answered: Promise<{ code: number }>) => expect((await answered).code).toBe(0)

  test('reads no whole table for a traveller', async () => {
    const ada = await newTraveller(server)
    const read = await wholeTablesReadBy(async () => {
      await ada.paidOrder()
      const { result } = await server.call(listOrders, { token })
      const { orderId, paymentId, createTime } = result.list[0]!
      const cursor = `${Date.parse(createTime)}-${orderId}`
      for (const status of Object.values(customerViews)) {
        await ok(server.call(listOrders, { query: { status: String(status) }, token }))
        await ok(server.call(listOrders, { query: { status: String(status), cursor }, token }))
      }
      await ok(server.call(countOngoingOrders, { token }))
      await ok(server.call(getOrder, { params: { orderId }, token }))
      await ok(server.call(getOrderTrace, { params: { orderId }, token }))
      await server.call(previewCancellation, { params: { orderId }, token })
      await ok(server.call(getPayment, { params: { paymentId: paymentId ?? '' }, token }))
      await ok(server.call(createPayment, { body: { orderId, source: 'normal' }, token }))
    })
    expect(read).toEqual([])
  })

  test('reads no whole table for a traveller’s notifications', async () => {
    const types = Object.values(customerNotificationTypes).map(String)
    const read = await wholeTablesReadBy(async () => {
      await ok(server.call(listNotifications, { token }))
      await ok(server.call(listNotifications, { query: { page: '2', isRead: '0', types }, token }))
      await ok(server.call(countUnread, { query: { types }, token }))
      const { result } = await server.call(listNotifications, { token })
      const notificationList = result.list.map(({ notificationId }) => ({ notificationId }))
      await ok(server.call(markNotifications, { body: { notificationList, isRead: 1 }, token }))
    })
    expect(read).toEqual([])
  })

  test.each([
    ['an operator', operatorToken, 'operator', operatorViews],
    ['a courier', demoToken('courier-0731'), 'courier', courierViews],
    ['a site', demoToken('site-hongqiao-railway-station'), 'site', siteViews],
  ])('reads no whole table for %s', async (_who, employee, audience, views) => {
    const read = await wholeTablesReadBy(async () => {
      const { result } = await server.call(operatorListOrders, { token: employee })
      const { orderId, orderNumber, createTime } = result.list[0]!
      const cursor = `${Date.parse(createTime)}-${orderId}`
      await ok(server.call(operatorListOrders, { query: { cursor }, token: employee }))
      for (const reference of [orderId.slice(0, 24), orderId.slice(0, 3), orderNumber.slice(0, 12), 'HF']) {
        await ok(server.call(operatorListOrders, { query: { reference }, token: employee }))
      }
      for (const view of Object.values(views)) {
        await ok(server.call(operatorListOrders, { query: { view: String(view) }, token: employee }))
        await ok(server.call(operatorListOrders, { query: { view: String(view), cursor }, token: employee }))
      }
      await ok(server.call(operatorCountOrders, { query: { audience }, token: employee }))
      await ok(server.call(operatorGetOrder, { params: { orderId }, token: employee }))
      await ok(server.call(operatorListOperations, { params: { orderId }, token: operatorToken }))
    })
    expect(read).toEqual([])
  })

  test('reads no whole table for any call of the contract', async () => {
    const own = await makeOwn(server)
    const rollback = await startRollbackServer(server)
    const refused: string[] = []
    const read = await wholeTablesReadBy(async () => {
      for (const [name, shape] of calls) {
        const { status } = await rollback.send(toSent(shape, sampleOf(name, own), tokenFor(shape, own)))
        if (status !== 200) refused.push(name)
        await rollback.undo()
      }
    }).finally(rollback.close)
    expect([refused, read]).toEqual([[], []])
  })

  test('reads no whole table for a job, with and without work', async () => {
    const read = await wholeTablesReadBy(async () => {
      for (const wait of [0, 2 * 3_600_000, 30 * 3_600_000]) {
        server.clock.advance(wait)
        for (const job of serverJobs(server.app, server.services)) await job.run()
      }
    })
    expect(read).toEqual([])
  })

  test('counts an operator’s orders without reading one', async () => {
    const sent: Statement[] = []
    const stop = onStatement((statement) => sent.push(statement))
    const query = { audience: 'operator' }
    await ok(server.call(operatorCountOrders, { query, token: operatorToken })).finally(stop)
    const plans = await Promise.all(sent.map((statement) => planOf(statement)))
    expect(plans.filter((plan) => /open_order_tallies/.test(plan))).toHaveLength(1)
    expect(plans.filter((plan) => / on (?:orders|orders_\w+)\b/.test(plan))).toEqual([])
  })

  test('counts every one, open or not', async () => {
    const { result } = await server.call(operatorCountOrders, {
      query: { audience: 'operator' },
      token: operatorToken,
    })
    const { rows: counted } = await client.query('select count(*)::integer as orders from orders')
    expect(result.find(({ view }) => view === operatorViews.all)?.orders).toBe(counted[0].orders)
  })
})
