import { operationActions } from '@handsfree/core/contract'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  type OrderRow,
  orderDefaults,
  orderOperations,
  orders,
  orderTrace,
  unsetColumns,
} from '../domain/orders/orders.table.ts'
import { newPayment } from '../domain/payments/open-payment.ts'
import { type PaymentRow, payments } from '../domain/payments/payments.table.ts'
import type { Transaction } from '../runtime/db/database.ts'
import { prepareStatement } from '../runtime/db/prepare-statement.ts'
import { idempotencyKeys } from '../runtime/http/idempotency.table.ts'
import type { FinalStatement, StoredAnswer } from '../runtime/http/idempotency.ts'
import { newId, newRowId, type Random } from '../runtime/random.ts'

export type NewOrder = Omit<OrderRow, keyof typeof unsetColumns>

const insertColumns = Object.keys(orderDefaults).filter(
  (column) => !(column in unsetColumns) && column !== 'paymentReminderTime',
)

const insertFor = (
  source: SQLWrapper,
  table: PgTable,
  values: readonly (readonly [PgColumn, SQLWrapper])[],
): SQL => {
  const names = values.map(([column]) => sql.identifier(column.name))
  const list = <Item extends SQLWrapper>(items: Item[]) => sql.join(items, sql`, `)
  return sql`insert into ${table} (${list(names)}) select ${list(values.map(([, value]) => value))} from ${source}`
}

/**
 * Inserts an order with its first trace event, its log entry, its payment unless it's free, and the call's stored
 * answer.
 */
const insertAll = prepareStatement('create an order', (db, name) => {
  const values = Object.fromEntries(insertColumns.map((column) => [column, sql.placeholder(column)]))
  const created = db.$with('created').as(
    db
      .insert(orders)
      .values({
        ...(values as unknown as NewOrder),
        // Cast explicitly, because a placeholder typed by the column can't be null. Free orders don't have a
        // reminder.
        paymentReminderTime: sql`${sql.placeholder('paymentReminderTime')}::timestamptz`,
      })
      .returning({
        orderId: orders.orderId,
        uin: orders.uin,
        total: orders.total,
        currency: orders.currency,
        createTime: orders.createTime,
      }),
  )
  const from = sql`${created}`
  const orderId = sql`order_id`
  const [facts, details] = [
    sql`${sql.placeholder('facts')}::jsonb`,
    sql`${sql.placeholder('details')}::jsonb`,
  ]
  const traceInsert = db.$with('traced', {}).as(
    insertFor(from, orderTrace, [
      [orderTrace.traceId, sql.placeholder('traceId')],
      [orderTrace.orderId, orderId],
      [orderTrace.type, sql`'created'`],
      [orderTrace.facts, facts],
      [orderTrace.time, sql`create_time`],
    ]),
  )
  const operationInsert = db.$with('logged', {}).as(
    insertFor(from, orderOperations, [
      [orderOperations.operationId, sql.placeholder('operationId')],
      [orderOperations.orderId, orderId],
      [orderOperations.action, sql`${operationActions.create}::integer`],
      [orderOperations.actor, sql`'traveller:' || uin`],
      [orderOperations.details, details],
      [orderOperations.time, sql`create_time`],
    ]),
  )
  const paymentInsert = db.$with('charged', {}).as(
    sql`${insertFor(from, payments, [
      [payments.paymentId, sql.placeholder('paymentId')],
      [payments.orderId, orderId],
      [payments.uin, sql`uin`],
      [payments.source, sql`'normal'`],
      [payments.amount, sql`total`],
      [payments.currency, sql`currency`],
      [payments.state, sql`'unpaid'`],
      [payments.createTime, sql`create_time`],
      [payments.updateTime, sql`create_time`],
    ])} where total > 0`,
  )
  const keyPlaceholder = (name: keyof StoredAnswer, type: string) =>
    sql`${sql.placeholder(name)}::${sql.raw(type)}`
  const answerInsert = db.$with('answered', {}).as(sql`
    insert into ${idempotencyKeys} (caller, key, request_hash, create_time, status, answer)
    select ${keyPlaceholder('caller', 'text')}, ${keyPlaceholder('key', 'text')}, ${keyPlaceholder('requestHash', 'text')},
      ${keyPlaceholder('now', 'timestamptz')}, ${keyPlaceholder('status', 'integer')}, ${keyPlaceholder('answer', 'jsonb')}
    where ${keyPlaceholder('key', 'text')} is not null
    on conflict (caller, key) do update set status = excluded.status, answer = excluded.answer`)
  return db
    .with(created, traceInsert, operationInsert, paymentInsert, answerInsert)
    .select({ orderId: created.orderId })
    .from(created)
    .prepare(name)
})

const emptyKeyValues = { caller: null, key: null, requestHash: null, now: null, status: null, answer: null }

/**
 * Returns the order, its payment, and the single statement that inserts them. The statement rejects for a taken order
 * number.
 */
export function insertOrder(
  tx: Transaction,
  random: Random,
  order: NewOrder,
  logDetails: Record<string, unknown> = {},
): { order: OrderRow; payments: PaymentRow[]; insert: FinalStatement } {
  const payment = order.total > 0 ? newPayment(random, order, 'normal', order.total, order.createTime) : null
  const insert: FinalStatement = (stored) =>
    insertAll(tx, {
      ...order,
      paymentReminderTime: order.paymentReminderTime?.toISOString() ?? null,
      traceId: newRowId(random, order.createTime),
      facts: JSON.stringify({ pieces: order.pieces }),
      operationId: newRowId(random, order.createTime),
      details: JSON.stringify({ termsVersion: order.termsVersion, ...logDetails }),
      paymentId: payment?.paymentId ?? newId(random),
      ...(stored ?? emptyKeyValues),
    })
  // Preset shape: adding 80 keys to an empty object is about 100 times as slow.
  return {
    order: Object.assign({ ...orderDefaults } as OrderRow, order),
    payments: payment ? [payment] : [],
    insert,
  }
}
