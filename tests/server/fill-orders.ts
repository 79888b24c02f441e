import { operatorClose, operatorHand, operatorReview } from '@handsfree/core/contract'
import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { bagEntries } from '../../server/domain/bags/ledger.table.ts'
import { notifications } from '../../server/domain/notifications/notifications.table.ts'
import { orderBags, orderOperations, orders, orderTrace } from '../../server/domain/orders/orders.table.ts'
import { paymentSessions, payments, refunds } from '../../server/domain/payments/payments.table.ts'
import { textMessages } from '../../server/domain/texts/text-messages.table.ts'
import { users } from '../../server/domain/users/users.table.ts'
import type { Database, Transaction } from '../../server/runtime/db/database.ts'
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

const numbered = (value: SQL) => sql`${value} || '_' || n`

/** Ten orders per traveller, but 30 for `traveller-20`. Added orders are of travellers from all parts of the indexes. */
const owner = sql`'traveller-' || case when n <= 0 then -n * 7919 % 100000 when n / 10 in (21, 22) then 20 else n / 10 end`
const minutesAgo = sql`interval '1 minute' * (n / 2)`

export type Filling = {
  /** Copies all rows of an order, with ids like the server's, so that indexes grow as in production. */
  isWhole?: boolean
  /** Ids of log, trace and notifications don't begin with the time, as in 0.4.0. */
  hasRandomIds?: boolean
}

type CopiedTable = {
  table: PgTable
  /** The condition for an order's rows. */
  of: string
  /** Columns that differ in copies. */
  copies: Record<string, SQL>
}

/** Every table with rows of an order. */
function tablesOf({ isWhole = false, hasRandomIds = false }: Filling): CopiedTable[] {
  const id = (value: SQL) => (isWhole ? sql`left(md5(${numbered(value)}), 24)` : numbered(value))
  const copyOf = (column: string) => id(sql`t.${sql.identifier(column)}`)
  const timed = (idColumn: string, column: string) => {
    const time = sql`t.${sql.identifier(column)} - ${minutesAgo}`
    const seconds = sql`lpad(to_hex(extract(epoch from ${time})::bigint), 8, '0')`
    const random = copyOf(idColumn)
    return {
      [idColumn]: isWhole && !hasRandomIds ? sql`${seconds} || left(${random}, 16)` : random,
      [column]: time,
    }
  }
  const ofOrder = 'order_id = m.order_id'
  const wholeTables: CopiedTable[] = [
    {
      table: orderOperations,
      of: ofOrder,
      copies: { ...timed('operation_id', 'time'), order_id: copyOf('order_id') },
    },
    {
      table: orderBags,
      of: ofOrder,
      copies: {
        bag_id: copyOf('bag_id'),
        order_id: copyOf('order_id'),
        tag_code: numbered(sql`t.tag_code`),
      },
    },
    {
      table: bagEntries,
      of: ofOrder,
      copies: { ...timed('entry_id', 'time'), bag_id: copyOf('bag_id'), order_id: copyOf('order_id') },
    },
    {
      table: textMessages,
      of: ofOrder,
      copies: {
        order_id: copyOf('order_id'),
        try_time: sql`null::timestamptz`,
        create_time: sql`t.create_time - ${minutesAgo}`,
      },
    },
  ]
  return [
    {
      table: orders,
      of: ofOrder,
      copies: {
        order_id: copyOf('order_id'),
        order_number: numbered(sql`t.order_number`),
        uin: owner,
        create_time: sql`t.create_time - ${minutesAgo}`,
        // Lists don't read these columns.
        ...(isWhole ? {} : { price_rule: sql`'{}'::jsonb`, insurance_plan: sql`'{}'::jsonb` }),
        pickup_place: sql`jsonb_set(t.pickup_place, '{siteId}', case when n % 100 = 0 then t.pickup_place -> 'siteId' else to_jsonb('site-' || n % 100) end)`,
        delivery_place: sql`jsonb_set(t.delivery_place, '{siteId}', case when n % 100 = 0 then t.delivery_place -> 'siteId' else to_jsonb('site-' || n * 7 % 100) end)`,
        courier_id: sql`case when n % 20 = 0 then t.courier_id else left(t.courier_id, 0) || 'courier-' || n % 50 end`,
      },
    },
    {
      table: payments,
      of: ofOrder,
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
        receipt_number: numbered(sql`t.receipt_number`),
      },
    },
    {
      table: refunds,
      of: ofOrder,
      copies: {
        refund_id: copyOf('refund_id'),
        order_id: copyOf('order_id'),
        payment_id: copyOf('payment_id'),
        session_id: copyOf('session_id'),
        credit_note_number: numbered(sql`t.credit_note_number`),
      },
    },
    {
      table: orderTrace,
      of: isWhole
        ? ofOrder
        : `order_id = m.order_id and (type = 'created'
      or exists (select from orders where order_id = m.order_id and closing = 'open'))`,
      copies: { ...timed('trace_id', 'time'), order_id: copyOf('order_id') },
    },
    {
      table: notifications,
      of: `content ->> 'orderId' = m.order_id${
        isWhole
          ? ''
          : " and index_id in (select max(index_id) from notifications group by content ->> 'orderId')"
      }`,
      copies: {
        ...timed('notification_id', 'create_time'),
        uin: owner,
        content: sql`jsonb_set(t.content, '{orderId}', to_jsonb(${id(sql`t.sample_id`)}))`,
      },
    },
    ...(isWhole ? wholeTables : []),
  ]
}

/** Columns of a table without serial ones, which count themselves. */
export async function columnsOf(tx: Database, table: PgTable): Promise<string[]> {
  const name = getTableName(table)
  const { rows } = (await tx.execute(sql`
    select attname as column from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped
      and pg_get_serial_sequence(${name}, attname) is null`)) as unknown as { rows: { column: string }[] }
  return rows.map(({ column }) => column)
}

/** Orders per statement. A busy machine inserts them within the server's statement timeout of 30 s. */
const batchSize = 25_000

/** Copies the mix for each number from `last` down to `first`, in the order of time like real rows. */
async function copyOrders(
  tx: Transaction,
  mix: Mix,
  filling: Filling,
  { first, last }: { first: number; last: number },
): Promise<void> {
  await tx.execute(sql`set local session_replication_role = replica`)
  await tx.execute(sql`set local synchronous_commit = off`)
  let low = 0
  const parts = mix.map(({ orderId, share }, index) => {
    const begins = low
    low = index === mix.length - 1 ? 1_000 : low + share
    return sql`(${orderId}, ${sql.raw(String(begins))}, ${sql.raw(String(low))})`
  })
  const size = filling.isWhole ? batchSize / 5 : batchSize
  for (const { table, of, copies } of tablesOf(filling)) {
    const columns = await columnsOf(tx, table)
    const values = columns.map((column) => copies[column] ?? sql`t.${sql.identifier(column)}`)
    const names = columns.map((column) => sql.identifier(column))
    // The table grows while it is copied.
    await tx.execute(sql`
      create temporary table copied on commit drop as
      select m.low, m.high, m.order_id as sample_id, t.*
      from (values ${sql.join(parts, sql`, `)}) m (order_id, low, high) join ${table} t on t.${sql.raw(of)}`)
    for (let from = last; from >= first; from -= size) {
      await tx.execute(sql`
        insert into ${table} (${sql.join(names, sql`, `)})
        select ${sql.join(values, sql`, `)}
        from copied t join generate_series(${Math.max(first, from - size + 1)}::integer, ${from}::integer) n
          on (n % 1000 + 1000) % 1000 >= t.low and (n % 1000 + 1000) % 1000 < t.high
        order by n desc`)
    }
    await tx.execute(sql`drop table copied`)
  }
}

/**
 * Fills a server's PostgreSQL with copies of orders and their rows. Each traveller from `traveller-0` on has ten
 * orders, `traveller-20` has 30. The courier has one in 20, the site one in 100, and an order was made every 30 s
 * before now. Trace and notifications are shortened, and operation log and bags left out, unless it `isWhole`. Needs a
 * superuser, since it disables foreign keys and triggers. Returns a function that adds newer orders.
 */
export async function fillOrders(
  server: TestServer,
  count: number,
  filling: Filling = {},
): Promise<(added: number) => Promise<void>> {
  const { db } = server.services
  const mix = await newMix(server)
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into ${users} (uin, dial_code, phone_number, locale, create_time, update_time)
      select 'traveller-' || n, '86', '139' || lpad((n + 5000000)::text, 8, '0'), 'en-US', now(), now()
      from generate_series(0, ${count}::integer / 10) n`)
    await copyOrders(tx, mix, filling, { first: 1, last: count })
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
  let newest = 0
  return async (added) => {
    await db.transaction((tx) => copyOrders(tx, mix, filling, { first: newest - added + 1, last: newest }))
    newest -= added
  }
}
