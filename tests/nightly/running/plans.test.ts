import { demoToken } from '@handsfree/core/api'
import {
  countOngoingOrders,
  countUnread,
  courierViews,
  createPayment,
  customerNotificationTypes,
  customerViews,
  getOrder,
  getOrderTrace,
  getPayment,
  listNotifications,
  listOrders,
  markNotifications,
  operatorCountOrders,
  operatorGetOrder,
  operatorListClaims,
  operatorListDisputes,
  operatorListFeedback,
  operatorListJobs,
  operatorListOperations,
  operatorListOrders,
  operatorViews,
  previewCancellation,
  siteViews,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { eq, TransactionRollbackError } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../../../server/api/openapi.ts'
import { readAccount } from '../../../server/domain/account/read-account.ts'
import { countByLifecycle } from '../../../server/domain/crew/count-orders.ts'
import { receiverLinks } from '../../../server/domain/links/links.table.ts'
import { orders, orderTrace } from '../../../server/domain/orders/orders.table.ts'
import { countOpenDisputes } from '../../../server/domain/payments/find-disputes.ts'
import { receiptMails } from '../../../server/domain/receipts/receipt-mails.table.ts'
import { issueToken } from '../../../server/domain/users/tokens.ts'
import { users } from '../../../server/domain/users/users.table.ts'
import { findStuckJobs, readJobAges } from '../../../server/flows/job-ages.ts'
import { serverJobs } from '../../../server/flows/server-jobs.ts'
import { sweep } from '../../../server/flows/sweep.ts'
import { fillOrders } from '../../server/fill-orders.ts'
import { fillRelatedTables } from '../../server/fill-related-tables.ts'
import { startServer, type TestServer } from '../../server/harness.ts'
import { startRollbackServer } from '../../server/rollback-server.ts'
import { makeSampleData, type SampleData, sampleOf, tokenFor, toSent } from '../../server/samples.ts'
import { onStatement, type Statement } from '../../server/statements.ts'
import { testDatabases } from '../../server/test-databases.ts'
import { newTraveller, operatorToken } from '../../server/trip.ts'
import { nodesOf, openPlans } from './read-plans.ts'

const rows = 100_000
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** PGlite is too slow for this many rows. */
describe.runIf(testDatabases.postgresUrl)(`with ${rows} orders`, () => {
  let server: TestServer
  let client: pg.Client
  let plans: Awaited<ReturnType<typeof openPlans>>
  let own: SampleData
  let token: string

  beforeAll(async () => {
    server = await startServer()
    await fillOrders(server, rows)
    own = await makeSampleData(server)
    await fillRelatedTables(server)
    client = new pg.Client({ connectionString: server.services.settings.databaseUrl ?? '' })
    await client.connect()
    plans = await openPlans(client)
    token = await server.services.db.transaction((tx) => issueToken(tx, server.services, 'traveller-7'))
  }, 5 * minute)
  afterAll(async () => {
    await client?.end()
    await server?.close()
  })

  const statementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> => {
    const sent = new Map<string, Statement>()
    const stop = onStatement((statement) => sent.set(statement.text, statement))
    await work().finally(stop)
    expect(sent.size).toBeGreaterThan(0)
    return [...sent.values()].filter(({ text }) => /^\s*(select|insert|update|delete|with|\()/.test(text))
  }

  async function findingsOf(statements: Statement[], find: typeof plans.wholeReads): Promise<string[]> {
    const findings: string[] = []
    for (const statement of statements) {
      const tables = await find(statement)
      if (tables.length > 0) findings.push(`${tables.join(', ')}: ${statement.text}`)
    }
    return findings
  }

  /** Statements during `work` that scan a whole growing table. */
  const wholeTablesReadBy = async (work: () => Promise<unknown>) =>
    findingsOf(await statementsOf(work), plans.wholeReads)

  const ok = async (answered: Promise<{ code: number }>) => expect((await answered).code).toBe(0)

  test('scans no whole table for a traveller', async () => {
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

  test('scans no whole table for a traveller’s notifications', async () => {
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
  ])('scans no whole table for %s', async (_who, employee, audience, views) => {
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

  test('scans no whole table for any call of the contract', async () => {
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

  test('scans no whole table for an operator’s lists', async () => {
    const everyPage = async (shape: typeof operatorListJobs | typeof operatorListClaims, state: string) => {
      const query: Record<string, string> = state ? { state } : {}
      const { result } = await server.call(shape, { query, token: operatorToken })
      const cursor = result.nextCursor ?? ''
      if (cursor) await ok(server.call(shape, { query: { ...query, cursor }, token: operatorToken }))
      return cursor
    }
    const cursors: Record<string, string> = {}
    const read = await wholeTablesReadBy(async () => {
      for (const state of ['', 'due', 'failed', 'givenUp']) await everyPage(operatorListJobs, state)
      for (const state of ['', 'open', 'all']) cursors[state] = await everyPage(operatorListClaims, state)
      const feedback = await server.call(operatorListFeedback, { token: operatorToken })
      const query = { cursor: feedback.result.nextCursor ?? '' }
      await ok(server.call(operatorListFeedback, { query, token: operatorToken }))
      await ok(server.call(operatorListDisputes, { token: operatorToken }))
    })
    expect([Boolean(cursors.all), read]).toEqual([true, []])
  })

  test('scans no whole table for the metrics', async () => {
    const { db, now } = server.services
    const read = await wholeTablesReadBy(async () => {
      await readJobAges(db, now())
      await findStuckJobs(db, now())
      await countOpenDisputes(db)
      await countByLifecycle(db)
    })
    expect(read).toEqual([])
  })

  test('scans no whole table for an account’s export', async () => {
    const { db } = server.services
    const read = await wholeTablesReadBy(async () => {
      await readAccount(db, server.services, 'traveller-20')
      await readAccount(db, server.services, own.traveller.uin)
    })
    expect(read).toEqual([])
  })

  test.each([
    ['courier', demoToken('courier-0731'), courierViews, 4_500],
    ['site', demoToken('site-hongqiao-railway-station'), siteViews, 1_000],
  ])('reads a page of the orders of a %s, not its history', async (audience, employee, views, history) => {
    const { result } = await server.call(operatorCountOrders, { query: { audience }, token: employee })
    expect(result.find(({ view }) => view === views.all)?.orders).toBeGreaterThanOrEqual(history)
    const read: [view: string, rows: number][] = []
    for (const view of ['', ...Object.values(views).map(String)]) {
      for (const cursor of ['', `${Date.parse('2026-11-10T00:00:00.000Z')}-0`]) {
        const query = { ...(view && { view }), ...(cursor && { cursor }) }
        const sent = await statementsOf(() => ok(server.call(operatorListOrders, { query, token: employee })))
        const lists = sent.filter(({ text }) =>
          /^\(*select "order_id", "order_number", .* limit /s.test(text),
        )
        expect(lists.length).toBe(cursor ? 1 : 2)
        for (const statement of lists) read.push([view, await plans.rowsReadOf('orders', statement)])
      }
    }
    // About 600 orders are open in total.
    expect(read.filter(([, rows]) => rows > 700)).toEqual([])
  })

  test(
    'scans no whole table for a job, with and without work',
    async () => {
      const { db, now, settings } = server.services
      await db.update(users).set({ email: 'ada@example.com' }).where(eq(users.uin, own.traveller.uin))
      const receipt = { orderId: own.orders.handed.orderId, occasion: own.sessionId, createTime: now() }
      await db.insert(receiptMails).values({ ...receipt, tryTime: now() })
      const services = {
        ...server.services,
        mail: { send: async () => {} },
        settings: { ...settings, autopilot: 'on' as const },
      }
      const names: string[] = []
      const read = await wholeTablesReadBy(async () => {
        for (const wait of [0, 2 * hour, 30 * hour]) {
          server.clock.advance(wait)
          for (const job of serverJobs(server.app, services, { pace: 1e9 })) {
            await job.run()
            names.push(job.name)
          }
        }
      })
      expect(names).toEqual(expect.arrayContaining(['receipts', 'autopilot', 'sandbox bank']))
      expect(read).toEqual([])
    },
    2 * minute,
  )

  test(
    'scans no whole table to delete expired rows',
    async () => {
      const { db, now, settings } = server.services
      const begin = now()
      const { rows: oldest } = await client.query('select min(create_time) as time from orders')
      const { photos, ...others } = settings.keepDays
      const yearsLater = new Date(oldest[0].time)
      yearsLater.setUTCFullYear(yearsLater.getUTCFullYear() + policy.keepAccountingYears)
      let sent: Statement[] = []
      const left: number[] = []
      const swept = db.transaction(async (tx) => {
        const services = { ...server.services, db: tx }
        sent = await statementsOf(async () => {
          // Of 100,000 orders, those of one hour have expired.
          server.clock.set(new Date(oldest[0].time.getTime() + photos * day + hour))
          await sweep(services)
          server.clock.set(new Date(yearsLater.getTime() + hour))
          await sweep({ ...services, settings: { ...settings, keepDays: { ...others, photos: 0 } } })
        })
        for (const table of [orders, orderTrace, receiverLinks]) left.push(await tx.$count(table))
        tx.rollback()
      })
      await expect(swept).rejects.toThrow(TransactionRollbackError)
      server.clock.set(begin)
      const [ordersLeft = 0, traceLeft, linksLeft] = left
      expect(ordersLeft).toBeLessThan(rows - 50)
      expect([traceLeft, linksLeft].every((count) => (count ?? 0) < 1_000)).toBe(true)
      // All rows of a table have expired, so full scans are fine, but missing indexes aren't.
      expect(await findingsOf(sent, plans.withoutIndex)).toEqual([])
    },
    2 * minute,
  )

  test('counts an operator’s orders without reading one', async () => {
    const sent: Statement[] = []
    const stop = onStatement((statement) => sent.push(statement))
    const query = { audience: 'operator' }
    await ok(server.call(operatorCountOrders, { query, token: operatorToken })).finally(stop)
    const read: (string | undefined)[][] = []
    for (const statement of sent) {
      read.push(nodesOf(await plans.planOf(statement)).map((node) => node['Relation Name']))
    }
    expect(read.filter((tables) => tables.includes('open_order_tallies'))).toHaveLength(1)
    expect(read.filter((tables) => tables.includes('orders'))).toEqual([])
  })

  test('counts all orders, open and closed', async () => {
    const { result } = await server.call(operatorCountOrders, {
      query: { audience: 'operator' },
      token: operatorToken,
    })
    const { rows: counted } = await client.query('select count(*)::integer as orders from orders')
    expect(result.find(({ view }) => view === operatorViews.all)?.orders).toBe(counted[0].orders)
  })
})
