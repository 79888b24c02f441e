import { operatorClose, operatorHand, operatorReview } from '@handsfree/core/contract'
import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { notifications } from '../../server/domain/notifications/notifications.table.ts'
import { orders, orderTrace } from '../../server/domain/orders/orders.table.ts'
import { paymentSessions, payments, refunds } from '../../server/domain/payments/payments.table.ts'
import { users } from '../../server/domain/users/users.table.ts'
import type { Database } from '../../server/runtime/db/database.ts'
import type { TestServer } from './harness.ts'
import { assign, carryToDelivery, newTraveller, operate, runDue, storeAtDelivery } from './trip.ts'

/** How many of 1,000 orders are copies of each order; the rest are copies of the last one. */
type Mix = readonly { orderId: string; share: number }[]

/** One order of each kind. Of 1,000 orders, five are open and 25 cancelled or rejected. */
async function newMix(server: TestServer): Promise<Mix> {
  const ada = await newTraveller(server)
  const pass = (orderId: string) => operate(server, operatorReview, orderId, { result: 'pass' })
  const unpaid = await ada.order()
  const [review, assigned, moving, stored, cancelled, rejected, closed] = [
    await ada.paidOrder(),
    await ada.paidOrder(),
    await ada.paidOrder(),
    await ada.paidOrder(),
    await ada.paidOrder(),
    await ada.paidOrder(),
    await ada.paidOrder(),
  ]
  await pass(assigned.orderId)
  await assign(server, assigned.orderId)
  await carryToDelivery(server, moving)
  await carryToDelivery(server, stored)
  await storeAtDelivery(server, stored)
  await ada.cancel(cancelled.orderId)
  await operate(server, operatorReview, rejected.orderId, { result: 'reject', reason: 'too large' })
  await carryToDelivery(server, closed)
  await storeAtDelivery(server, closed)
  await operate(server, operatorHand, closed.orderId, { claimCode: closed.claimCode })
  await operate(server, operatorClose, closed.orderId)
  // Requests the refunds, then processes the bank's responses.
  await runDue(server)
  await runDue(server, 60_000)
  const shares = { unpaid, review, assigned, moving, stored, cancelled, rejected, closed }
  const share = {
    unpaid: 1,
    review: 1,
    assigned: 1,
    moving: 1,
    stored: 1,
    cancelled: 20,
    rejected: 5,
    closed: 0,
  }
  return Object.entries(shares).map(([kind, { orderId }]) => ({
    orderId,
    share: share[kind as keyof typeof share],
  }))
}

/** Copies have their number in every id and unique name. */
const copyOf = (column: string) => sql`t.${sql.identifier(column)} || '_' || n`
/** Ten orders per traveller, but 30 for `traveller-20`. */
const owner = sql`'traveller-' || case when n / 10 in (21, 22) then 20 else n / 10 end`
const minutesAgo = sql`interval '1 minute' * (n / 2)`

/** Every table with rows of an order: the condition for an order's rows, and the columns that differ in copies. */
const tables: { table: PgTable; of: string; copies: Record<string, ReturnType<typeof sql>> }[] = [
  {
    table: orders,
    of: 'order_id = m.order_id',
    copies: {
      order_id: copyOf('order_id'),
      order_number: copyOf('order_number'),
      uin: owner,
      create_time: sql`t.create_time - ${minutesAgo}`,
      // Lists don't read these columns.
      price_rule: sql`'{}'::jsonb`,
      insurance_plan: sql`'{}'::jsonb`,
      pickup_place: sql`jsonb_set(t.pickup_place, '{siteId}', case when n % 100 = 0 then t.pickup_place -> 'siteId' else to_jsonb('site-' || n % 100) end)`,
      delivery_place: sql`jsonb_set(t.delivery_place, '{siteId}', case when n % 100 = 0 then t.delivery_place -> 'siteId' else to_jsonb('site-' || n * 7 % 100) end)`,
      courier_id: sql`case when n % 20 = 0 then t.courier_id else left(t.courier_id, 0) || 'courier-' || n % 50 end`,
    },
  },
  {
    table: payments,
    of: 'order_id = m.order_id',
    copies: {
      payment_id: copyOf('payment_id'),
      order_id: copyOf('order_id'),
      uin: owner,
      paid_session_id: copyOf('paid_session_id'),
    },
  },
  {
    table: paymentSessions,
    of: 'payment_id in (select payment_id from payments where order_id = m.order_id)',
    copies: {
      session_id: copyOf('session_id'),
      payment_id: copyOf('payment_id'),
      reference: copyOf('reference'),
      receipt_number: copyOf('receipt_number'),
    },
  },
  {
    table: refunds,
    of: 'order_id = m.order_id',
    copies: {
      refund_id: copyOf('refund_id'),
      order_id: copyOf('order_id'),
      payment_id: copyOf('payment_id'),
      session_id: copyOf('session_id'),
      credit_note_number: copyOf('credit_note_number'),
    },
  },
  {
    table: orderTrace,
    of: `order_id = m.order_id and (type = 'created'
      or exists (select from orders where order_id = m.order_id and closing = 'open'))`,
    copies: { trace_id: copyOf('trace_id'), order_id: copyOf('order_id') },
  },
  {
    table: notifications,
    of: "content ->> 'orderId' = m.order_id and index_id in (select max(index_id) from notifications group by content ->> 'orderId')",
    copies: {
      notification_id: copyOf('notification_id'),
      uin: owner,
      content: sql`jsonb_set(t.content, '{orderId}', to_jsonb(m.order_id || '_' || n))`,
    },
  },
]

/** Orders per statement. A busy machine inserts them within the server's statement timeout of 30 s. */
const batchSize = 25_000

/** Columns of a table without serial ones, which count themselves. */
export async function columnsOf(tx: Database, table: PgTable): Promise<string[]> {
  const name = getTableName(table)
  const { rows } = (await tx.execute(sql`
    select attname as column from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped
      and pg_get_serial_sequence(${name}, attname) is null`)) as unknown as { rows: { column: string }[] }
  return rows.map(({ column }) => column)
}

/**
 * Fills a server's PostgreSQL with copies of orders and their rows. Each traveller from `traveller-0` on has ten
 * orders, `traveller-20` has 30. The courier has one in 20, the site one in 100, and an order was made every 30 s
 * before now. Trace and notifications are shortened; operation log and bags are left to `fillBeside`. Needs a
 * superuser, since it disables foreign keys and triggers.
 */
export async function fillOrders(server: TestServer, count: number): Promise<void> {
  const { db } = server.services
  const mix = await newMix(server)
  let first = 0
  const parts = mix.map(({ orderId, share }, index) => {
    const begins = first
    first = index === mix.length - 1 ? 1_000 : first + share
    return sql`(${orderId}, ${sql.raw(String(begins))}, ${sql.raw(String(first))})`
  })
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`set local synchronous_commit = off`)
    await tx.execute(sql`
      insert into ${users} (uin, dial_code, phone_number, locale, create_time, update_time)
      select 'traveller-' || n, '86', '139' || lpad((n + 5000000)::text, 8, '0'), 'en-US', now(), now()
      from generate_series(0, ${count}::integer / 10) n`)
    for (const { table, of, copies } of tables) {
      const columns = await columnsOf(tx, table)
      const values = columns.map((column) => copies[column] ?? sql`t.${sql.identifier(column)}`)
      const names = columns.map((column) => sql.identifier(column))
      for (let from = 1; from <= count; from += batchSize) {
        await tx.execute(sql`
          insert into ${table} (${sql.join(names, sql`, `)})
          select ${sql.join(values, sql`, `)}
          from (values ${sql.join(parts, sql`, `)}) m (order_id, low, high)
          join generate_series(${from}::integer, ${Math.min(from + batchSize - 1, count)}::integer) n
            on n % 1000 >= m.low and n % 1000 < m.high
          join ${table} t on t.${sql.raw(of)}`)
      }
    }
    const lifecycle = sql.raw(
      'review, payment, assignment, transfer, pickup, transport, warehouse, exception, closing',
    )
    const open = sql.raw('review, payment, assignment, transfer, pickup, transport, warehouse, exception')
    await tx.execute(sql`truncate open_order_tallies`)
    await tx.execute(sql`
      insert into open_order_tallies select 0, ${open}, count(*) from orders where closing = 'open' group by ${open}`)
    await tx.execute(sql`truncate order_tallies`)
    await tx.execute(sql`
      insert into order_tallies select ${lifecycle}, count(*) from orders where closing <> 'open' group by ${lifecycle}`)
    await tx.execute(sql`truncate order_scope_tallies`)
    await tx.execute(sql`
      insert into order_scope_tallies select scope, ${lifecycle}, count(*)
      from orders, order_scopes(courier_id, transfer_courier_id, pickup_place, delivery_place) scope
      where closing <> 'open' group by scope, ${lifecycle}`)
    await tx.execute(sql`set local default_statistics_target = 20`)
    await tx.execute(sql`analyze`)
  })
}
