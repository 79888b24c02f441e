import {
  courierViews,
  type EmployeeView,
  operatorViews,
  siteViews,
  ViewColumns,
} from '@handsfree/core/contract'
import { isInView } from '@handsfree/core/orders'
import { and, count, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { prepareStatement } from '../../runtime/db/prepare-statement.ts'
import type { Employee } from '../../runtime/services.ts'
import { openOrderTallies, orderScopeTallies, orders, orderTallies } from '../orders/orders.table.ts'
import { courierScopes, deskViews, scopesOf, siteScopes, viewOf } from './scope.ts'

const viewsOf = { courier: courierViews, operator: operatorViews, site: siteViews }
export type EmployeeAudience = keyof typeof viewsOf

const columnNames = Object.keys(ViewColumns.entries) as (keyof ViewColumns)[]
const { closing: _, ...openColumns } = Object.fromEntries(
  columnNames.map((name) => [name, orders[name]]),
) as Pick<typeof orders, keyof ViewColumns>

const closing = sql<ViewColumns['closing']>`'open'`.as('closing')

const openOrders = (db: Database, where: SQL | undefined) =>
  db
    .select({
      ...openColumns,
      closing,
      orders: count().as('orders'),
    })
    .from(orders)
    .where(and(eq(orders.closing, sql`'open'`), where))
    .groupBy(...Object.values(openColumns))

const { share: _share, orders: shares, ...talliedColumns } = getTableColumns(openOrderTallies)

const selectOpenTallies = (db: Database) =>
  db
    .select({
      ...talliedColumns,
      closing,
      orders: sql<number>`sum(${shares})::integer`.mapWith(Number).as('orders'),
    })
    .from(openOrderTallies)
    .groupBy(...Object.values(talliedColumns))
    .having(sql`sum(${shares}) > 0`)

const countAll = prepareStatement('count orders', (db, name) =>
  selectOpenTallies(db).unionAll(db.select().from(orderTallies)).prepare(name),
)

/** Counts by lifecycle from tally tables, without reading orders. */
export const countByLifecycle = (db: Database) => countAll(db, {})

const { scope: scopeColumn, ...tallyColumns } = getTableColumns(orderScopeTallies)

const scopedTallies = (db: Database) =>
  db
    .select(tallyColumns)
    .from(orderScopeTallies)
    .where(eq(scopeColumn, sql.placeholder('scope')))

const id = sql`${sql.placeholder('id')}::text`

const countCouriers = prepareStatement('count a courier’s orders', (db, name) =>
  openOrders(db, or(...courierScopes(id)))
    .unionAll(scopedTallies(db))
    .prepare(name),
)

const countSites = prepareStatement('count a site’s orders', (db, name) =>
  openOrders(db, or(...siteScopes(id)))
    .unionAll(scopedTallies(db))
    .prepare(name),
)

function selectTallies(tx: Database, { employeeId, role, siteId }: Employee) {
  switch (role) {
    case 'operator':
      return countAll(tx, {})
    case 'courier':
      return countCouriers(tx, { id: employeeId, scope: `courier:${employeeId}` })
    case 'site':
      return countSites(tx, { id: siteId, scope: `site:${siteId}` })
  }
}

/** Counts a desk's views of bags at its own site. Only open orders, which are read row by row. */
async function countAtDesk(tx: Database, employee: Employee): Promise<Map<EmployeeView, number>> {
  if (employee.role !== 'site') return new Map()
  const counts = deskViews.map((view) => [
    String(view),
    sql<number>`(count(*) filter (where ${viewOf(employee, view)}))::integer`.mapWith(Number),
  ])
  const [found] = await tx
    .select(Object.fromEntries(counts) as Record<string, SQL<number>>)
    .from(orders)
    .where(and(eq(orders.closing, sql`'open'`), or(...scopesOf(employee))))
  return new Map(deskViews.map((view) => [view, found?.[String(view)] ?? 0]))
}

/**
 * Counts the orders in each view of an audience, within what the employee can see. Only open orders of a courier or
 * site are read row by row.
 */
export async function countOrdersOf(tx: Database, audience: EmployeeAudience, employee: Employee) {
  const tallies = await selectTallies(tx, employee)
  const atDesk = audience === 'site' ? await countAtDesk(tx, employee) : null
  return Object.values(viewsOf[audience]).map((view) => {
    const held = tallies.filter((tally) => isInView(view, tally))
    return { view, orders: atDesk?.get(view) ?? held.reduce((sum, tally) => sum + tally.orders, 0) }
  })
}
