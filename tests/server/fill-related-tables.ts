import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { personOperations } from '../../server/domain/account/account.table.ts'
import { bagEntries, bagQuestions } from '../../server/domain/bags/ledger.table.ts'
import { catalogueOperations } from '../../server/domain/catalogue/catalogue.table.ts'
import { orderChanges } from '../../server/domain/changes/changes.table.ts'
import { claimHistory, claims } from '../../server/domain/claims/claims.table.ts'
import { consents } from '../../server/domain/consents/consents.table.ts'
import { staffNotes } from '../../server/domain/crew/staff-notes.table.ts'
import { feedback } from '../../server/domain/feedback/feedback.table.ts'
import { files } from '../../server/domain/files/files.table.ts'
import { receiverLinks } from '../../server/domain/links/links.table.ts'
import { employeeNotifications } from '../../server/domain/notifications/employee-notifications.table.ts'
import { orderReviews } from '../../server/domain/orders/order-reviews.table.ts'
import { orderBags, orderOperations } from '../../server/domain/orders/orders.table.ts'
import { passkeys } from '../../server/domain/passkeys/passkeys.table.ts'
import { disputes, paymentEvents } from '../../server/domain/payments/payments.table.ts'
import { refundRequests } from '../../server/domain/payments/refund-requests.table.ts'
import { sandboxSessions } from '../../server/domain/payments/sandbox/sandbox.table.ts'
import { preparedOrders } from '../../server/domain/prepared/prepared-orders.table.ts'
import { invoices } from '../../server/domain/receipts/invoices.table.ts'
import { receiptMails } from '../../server/domain/receipts/receipt-mails.table.ts'
import { savedEntries } from '../../server/domain/saved/saved.table.ts'
import { textMessages } from '../../server/domain/texts/text-messages.table.ts'
import { tokens } from '../../server/domain/users/users.table.ts'
import { failedCalls } from '../../server/runtime/http/failed-calls.table.ts'
import { idempotencyKeys } from '../../server/runtime/http/idempotency.table.ts'
import { columnsOf } from './fill-orders.ts'
import type { TestServer } from './harness.ts'

/** Completed orders that get a row in each table. */
const maxRows = 10_000
/** Narrow tables need more rows, or the planner prefers a full scan of their few pages. */
const narrowTables: PgTable[] = [textMessages, receiptMails]
const maxNarrowRows = 20_000
const rowsFor = (table: PgTable) =>
  sql`filled f where f.n <= ${narrowTables.includes(table) ? maxNarrowRows : maxRows}`

/** A value that is unique per order. */
const valuePerOrder = (column: string) => sql`${column}::text || '_' || f.n`
const ofOrder = { order_id: sql`f.order_id` }
const ofTraveller = { uin: sql`f.uin` }
const created = { create_time: sql`f.create_time` }
const emptyArray = sql`'[]'::jsonb`

/** Tables with an existing row to copy, and the columns that differ per order. All rows are completed. */
const copiedTables: [PgTable, Record<string, SQL>][] = [
  [
    claims,
    {
      claim_id: valuePerOrder('claim'),
      ...ofOrder,
      ...ofTraveller,
      ...created,
      stage: sql`'closed'`,
      complaint: sql`'none'`,
      due_time: sql`null::timestamptz`,
      complaint_due_time: sql`null::timestamptz`,
    },
  ],
  [claimHistory, { claim_id: valuePerOrder('claim') }],
  [
    receiverLinks,
    { link_id: valuePerOrder('link'), token_hash: valuePerOrder('link'), ...ofOrder, ...created },
  ],
  [
    preparedOrders,
    {
      prepared_id: valuePerOrder('prepared'),
      token_hash: valuePerOrder('prepared'),
      ...ofOrder,
      guest: sql`jsonb_build_object('dialCode', '86', 'phoneNumber', 'filled-' || f.n)`,
      text_state: sql`'sent'`,
      text_try_time: sql`null::timestamptz`,
      end_time: sql`t.end_time + interval '1 year'`,
    },
  ],
  [
    orderChanges,
    {
      change_id: valuePerOrder('change'),
      ...ofOrder,
      ...created,
      stage: sql`'expired'`,
      due_time: sql`null::timestamptz`,
      payment_id: sql`null`,
      end_time: sql`f.create_time`,
    },
  ],
  [
    orderBags,
    {
      bag_id: valuePerOrder('bag'),
      ...ofOrder,
      tag_code: valuePerOrder('tag'),
      photos: emptyArray,
      unbind_time: sql`f.create_time`,
    },
  ],
  [
    bagEntries,
    { entry_id: valuePerOrder('entry'), bag_id: valuePerOrder('bag'), ...ofOrder, photos: emptyArray },
  ],
  [
    bagQuestions,
    {
      question_id: valuePerOrder('question'),
      entry_id: valuePerOrder('entry'),
      bag_id: valuePerOrder('bag'),
      ...ofOrder,
      state: sql`'right'`,
      photos: emptyArray,
      claim_id: sql`null`,
    },
  ],
  [
    textMessages,
    { ...ofOrder, ...created, kind: sql`'pickedUp'`, state: sql`'sent'`, try_time: sql`null::timestamptz` },
  ],
  [orderOperations, { operation_id: valuePerOrder('operation'), ...ofOrder, time: sql`f.create_time` }],
  [orderReviews, ofOrder],
  [refundRequests, { request_id: valuePerOrder('request'), ...ofOrder, ...created, state: sql`'approved'` }],
  [invoices, { ...ofOrder, state: sql`'answered'`, red_due_time: sql`null::timestamptz` }],
  [staffNotes, { note_id: valuePerOrder('note'), ...ofOrder, ...created, read_time: sql`f.create_time` }],
  [employeeNotifications, { content: sql`jsonb_build_object('orderId', f.order_id)`, ...created }],
  [files, { file_id: valuePerOrder('file'), ...ofTraveller, ...created, kept_time: sql`f.create_time` }],
  [tokens, { token_hash: valuePerOrder('token'), ...ofTraveller }],
  [idempotencyKeys, { caller: sql`f.uin`, key: valuePerOrder('key') }],
  [paymentEvents, { event_id: valuePerOrder('event') }],
  [
    sandboxSessions,
    { session_id: valuePerOrder('session'), state: sql`'paid'`, answer_time: sql`null::timestamptz` },
  ],
  [savedEntries, { saved_id: valuePerOrder('saved'), ...ofTraveller, same_as: valuePerOrder('saved') }],
  [catalogueOperations, { operation_id: valuePerOrder('operation') }],
]

/** Tables without an existing row, and all their columns. */
const insertedTables: [PgTable, Record<string, SQL>][] = [
  [
    passkeys,
    {
      passkey_id: valuePerOrder('passkey'),
      ...ofTraveller,
      employee_id: sql`null::text`,
      credential_id: valuePerOrder('credential'),
      public_key: sql`''`,
      counter: sql`0`,
      transports: emptyArray,
      name: sql`''`,
      ...created,
      use_time: sql`null::timestamptz`,
    },
  ],
  [
    feedback,
    {
      feedback_id: sql`left(md5(f.n::text), 24)`,
      ...ofTraveller,
      type: sql`1`,
      text: sql`''`,
      images: emptyArray,
      ...created,
    },
  ],
  [
    receiptMails,
    {
      ...ofOrder,
      occasion: valuePerOrder('session'),
      state: sql`'sent'`,
      try_time: sql`null::timestamptz`,
      ...created,
    },
  ],
  [
    disputes,
    {
      dispute_id: valuePerOrder('dispute'),
      payment_id: sql`f.payment_id`,
      amount: sql`100`,
      currency: sql`'CNY'`,
      reason: sql`'fraudulent'`,
      state: sql`'won'`,
      ...created,
    },
  ],
  [
    consents,
    {
      ...ofTraveller,
      kind: sql`'privacy'`,
      is_given: sql`true`,
      version: sql`'2026-11-29.2'`,
      locale: sql`'en-US'`,
      time: sql`f.create_time`,
    },
  ],
  [
    failedCalls,
    {
      request_id: sql`'filled-' || f.n`,
      reference: sql`upper(lpad(to_hex(f.n), 6, '0'))`,
      method: sql`'GET'`,
      route: sql`'/api/orders/:orderId'`,
      status: sql`404`,
      code: sql`1002`,
      create_time: sql`(select max(create_time) from orders)`,
    },
  ],
  [
    personOperations,
    {
      operation_id: valuePerOrder('operation'),
      actor: sql`'employee:operator'`,
      ...ofTraveller,
      what: sql`'export'`,
      reason: sql`''`,
      time: sql`f.create_time`,
    },
  ],
]

/**
 * Adds a row for each of thousands of `fillOrders`' completed orders to the tables that grow with the orders.
 * Disables autovacuum from then on, so that the planner's statistics stay constant.
 */
export async function fillRelatedTables({ services }: TestServer): Promise<void> {
  await services.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`set local synchronous_commit = off`)
    await tx.execute(sql`
      create temporary table filled on commit drop as
      select row_number() over () as n, o.order_id, o.uin, o.create_time, p.payment_id
      from orders o join payments p on p.order_id = o.order_id and p.source = 'normal'
      where o.closing = 'closed' and o.order_id like '%\\_%'
      order by o.create_time limit ${maxNarrowRows}`)
    const filled = [...copiedTables, ...insertedTables].map(([table]) => table)
    for (const [table, changed] of copiedTables) {
      const columns = await columnsOf(tx, table)
      const values = columns.map((column) => changed[column] ?? sql`t.${sql.identifier(column)}`)
      await tx.execute(sql`
        insert into ${table} (${names(columns)})
        select ${sql.join(values, sql`, `)} from (select * from ${table} limit 1) t, ${rowsFor(table)}`)
    }
    for (const [table, values] of insertedTables) {
      await tx.execute(sql`
        insert into ${table} (${names(Object.keys(values))})
        select ${sql.join(Object.values(values), sql`, `)} from ${rowsFor(table)}`)
    }
    const { rows } = (await tx.execute(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    )) as unknown as { rows: { name: string }[] }
    for (const { name } of rows) {
      await tx.execute(sql`alter table ${sql.identifier(name)} set (autovacuum_enabled = false)`)
    }
    for (const table of filled) await tx.execute(sql`analyze ${table}`)
  })
}

const names = (columns: string[]) =>
  sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )
