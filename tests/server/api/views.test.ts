import {
  courierViews,
  type EmployeeView,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorClose,
  operatorCountOrders,
  operatorHand,
  operatorListOrders,
  operatorPickUp,
  operatorReport,
  operatorReview,
  operatorStartTransport,
  operatorViews,
  siteViews,
  ViewColumns,
} from '@handsfree/core/contract'
import { isInView, type OrderView, viewRules } from '@handsfree/core/orders'
import { and, eq, or, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { countOrdersOf } from '../../../server/domain/crew/count-orders.ts'
import { scopesOf, viewOf } from '../../../server/domain/crew/scope.ts'
import { viewCondition } from '../../../server/domain/orders/lifecycle-columns.ts'
import { orders } from '../../../server/domain/orders/orders.table.ts'
import type { Employee } from '../../../server/runtime/services.ts'
import { assign, carryToDelivery, newBags, operate, operatorToken, runDue, storeAtDelivery } from '../trip.ts'
import { useServer, useTraveller } from '../use-server.ts'

const server = useServer()
const ada = useTraveller(server)

const views = Object.keys(viewRules).map((view) => Number(view) as OrderView)

test('assigns every combination of lifecycle columns to the same views in core and in SQL', async () => {
  const names = Object.keys(ViewColumns.entries) as (keyof ViewColumns)[]
  const column = (name: string) => sql.identifier(name)
  const states = names.map((name) => {
    const options: readonly string[] = ViewColumns.entries[name].options
    const values = options.map((value) => sql`(${value}::text)`)
    return sql`(values ${sql.join(values, sql`, `)}) as ${column(`${name}_states`)} (${column(name)})`
  })
  const conditions = views.map((view) => sql`case when ${viewCondition(view)} then 1 else 0 end`)
  // The conditions refer to a table `orders`; here it contains all combinations.
  const answer = await server.services.db.execute(sql`
    with orders as (select * from ${sql.join(states, sql` cross join `)})
    select *, concat(${sql.join(conditions, sql`, `)}) as shown from orders`)
  const { rows } = answer as { rows: (ViewColumns & { shown: string })[] }
  expect(rows).toHaveLength(4 * 6 * 3 * 2 * 3 * 3 * 4 * 2 * 3)
  const wrong = rows.filter(
    ({ shown, ...lifecycle }) => shown !== views.map((view) => Number(isInView(view, lifecycle))).join(''),
  )
  expect(wrong).toEqual([])
})

const list = async (view?: EmployeeView) => {
  const query = view === undefined ? undefined : { view: String(view) }
  const { result } = await server.call(operatorListOrders, {
    ...(query ? { query } : {}),
    token: operatorToken,
  })
  return result.list.map(({ orderId }) => orderId)
}
const counts = async (audience: 'courier' | 'operator' | 'site') => {
  const { result } = await server.call(operatorCountOrders, { query: { audience }, token: operatorToken })
  return result.map(({ view, orders }) => [view, orders])
}

test('lists and counts orders by view for employees, oldest first', async () => {
  const next = async () => {
    server.clock.advance(1000)
    return (await ada.paidOrder()).orderId
  }
  const { orderId: unpaid } = await ada.order()
  const reviewed = await next()
  const [accepted, waiting, moving, arrived] = [await next(), await next(), await next(), await next()]
  for (const orderId of [accepted, waiting, moving, arrived]) {
    await operate(server, operatorReview, orderId, { result: 'pass' })
  }
  for (const orderId of [waiting, moving, arrived]) await assign(server, orderId)
  for (const orderId of [moving, arrived]) {
    await operate(server, operatorArriveAtPickup, orderId)
    await operate(server, operatorPickUp, orderId, { bags: newBags(2) })
    await operate(server, operatorStartTransport, orderId)
  }
  await operate(server, operatorArriveAtDelivery, arrived)
  await operate(server, operatorReport, moving, { reason: 'A wheel is off' })

  expect({
    work: await list(),
    all: await list(operatorViews.all),
    waitReview: await list(operatorViews.waitReview),
    waitReviewOrAssign: await list(operatorViews.waitReviewOrAssign),
    exception: await list(operatorViews.exception),
    couriersPickups: await list(courierViews.waitPickup),
    notArrived: await list(siteViews.notArrived),
    inSite: await list(siteViews.inSite),
  }).toEqual({
    work: [reviewed, accepted, waiting, moving, arrived],
    all: [unpaid, reviewed, accepted, waiting, moving, arrived],
    waitReview: [reviewed],
    waitReviewOrAssign: [reviewed, accepted],
    exception: [moving],
    couriersPickups: [waiting],
    notArrived: [accepted, waiting, moving],
    inSite: [arrived],
  })
  expect([await counts('courier'), await counts('operator'), await counts('site')]).toEqual([
    [
      [0, 1],
      [1, 0],
      [2, 1],
      [3, 1],
      [4, 1],
      [5, 0],
      [6, 0],
      [7, 0],
      [8, 0],
      [9, 6],
    ],
    [
      [100, 6],
      [101, 1],
      [102, 1],
      [103, 1],
      [104, 1],
      [105, 1],
      [106, 1],
      [107, 0],
      [108, 0],
      [109, 0],
      [110, 0],
      [111, 2],
    ],
    [
      [300, 1],
      [301, 3],
      [302, 1],
      [303, 1],
      [304, 1],
      [305, 6],
      [306, 1],
      [307, 0],
      [308, 1],
      [309, 0],
      [310, 0],
    ],
  ])
  const odd = await Promise.all(
    ['10', '112', '200', '311', 'x'].map((view) =>
      server.call(operatorListOrders, { query: { view }, token: operatorToken }),
    ),
  )
  expect(odd.map(({ code }) => code)).toEqual([1009, 1009, 1009, 1009, 1008])
})

test('counts orders for couriers and sites like a full scan, also after an order closes', async () => {
  const { db } = server.services
  const employees: Employee[] = [
    { employeeId: 'operator', role: 'operator', siteId: null, isSession: false, tabletHash: null },
    { employeeId: 'courier-0731', role: 'courier', siteId: null, isSession: false, tabletHash: null },
    { employeeId: 'courier-0418', role: 'courier', siteId: null, isSession: false, tabletHash: null },
    {
      employeeId: 'site',
      role: 'site',
      siteId: 'hongqiao-railway-station',
      isSession: false,
      tabletHash: null,
    },
    { employeeId: 'site', role: 'site', siteId: 'lakeside-garden-hotel', isSession: false, tabletHash: null },
  ]
  const expectTrue = async () => {
    for (const employee of employees) {
      for (const audience of ['operator', 'courier', 'site'] as const) {
        const counted = await countOrdersOf(db, audience, employee)
        for (const { view, orders: found } of counted) {
          const isListed = audience === 'site' ? viewOf(employee, view) : viewCondition(view)
          const where = and(or(...scopesOf(employee)), isListed)
          expect([employee, view, found]).toEqual([employee, view, await db.$count(orders, where)])
        }
      }
    }
  }
  const [closed, cancelled, stored] = [await ada.paidOrder(), await ada.paidOrder(), await ada.paidOrder()]
  await carryToDelivery(server, closed)
  await storeAtDelivery(server, closed)
  await operate(server, operatorHand, closed.orderId, { claimCode: closed.claimCode })
  await carryToDelivery(server, stored)
  await storeAtDelivery(server, stored)
  await ada.cancel(cancelled.orderId)
  await expectTrue()
  await operate(server, operatorClose, closed.orderId)
  await runDue(server)
  await expectTrue()
  const isClosed = eq(orders.orderId, closed.orderId)
  const seen = await countOrdersOf(db, 'courier', employees[1]!)
  await db
    .update(orders)
    .set({ courierId: 'courier-0418', transferCourierId: 'courier-0731' })
    .where(isClosed)
  expect(await countOrdersOf(db, 'courier', employees[1]!)).toEqual(seen)
  await expectTrue()
  await db.update(orders).set({ courierId: null, exception: 'reported', closing: 'open' }).where(isClosed)
  await expectTrue()
})
