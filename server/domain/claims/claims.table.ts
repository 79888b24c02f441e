import type {
  ClaimEventType,
  ClaimKind,
  ClaimStage,
  ComplaintStage,
  Currency,
} from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import { bigserial, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { orders } from '../orders/orders.table.ts'
import { users } from '../users/users.table.ts'

/** Amounts in minor units. */
export const claims = pgTable(
  'claims',
  {
    claimId: text('claim_id').primaryKey(),
    orderId: referringTo('order_id', () => orders.orderId),
    uin: referringTo('uin', () => users.uin),
    kind: text('kind').$type<ClaimKind>().notNull(),
    words: text('words').notNull(),
    /** File ids. */
    photos: jsonb('photos').$type<string[]>().notNull(),
    /** Requested by the traveller; 0 lets us decide. */
    askedAmount: integer('asked_amount').notNull(),
    currency: text('currency').$type<Currency>().notNull(),

    /** State, deadlines and amounts of the claim's machine. Only `moveClaim` writes them. */
    stage: text('stage').$type<ClaimStage>().notNull(),
    complaint: text('complaint').$type<ComplaintStage>().notNull().default('none'),
    dueTime: instant('due_time'),
    complaintDueTime: instant('complaint_due_time'),
    offer: integer('offer').notNull().default(0),
    amount: integer('amount').notNull().default(0),
    paid: integer('paid').notNull().default(0),

    offerWords: text('offer_words').notNull().default(''),
    offerTime: instant('offer_time'),
    /** Paid by operators outside the order's payment. */
    paidOut: integer('paid_out').notNull().default(0),
    createTime: instant('create_time').notNull(),
    updateTime: instant('update_time').notNull(),
  },
  (table) => [
    index('claims_order').on(table.orderId, table.createTime),
    index('claims_traveller').on(table.uin),
    index('claims_list').on(
      sql`coalesce(least(${table.dueTime}, ${table.complaintDueTime}), 'infinity'::timestamptz)`,
      table.createTime,
      table.claimId,
    ),
    index('claims_open')
      .on(table.createTime)
      .where(sql`stage not in ('paid', 'declined', 'closed') or complaint in ('waiting', 'late')`),
    index('claims_due').on(table.dueTime).where(sql`stage in ('received', 'askedAgain', 'accepted')`),
    index('claims_complaint_due').on(table.complaintDueTime).where(sql`complaint = 'waiting'`),
  ],
)

export type ClaimRow = typeof claims.$inferSelect

export const claimHistory = pgTable(
  'claim_history',
  {
    position: bigserial('position', { mode: 'number' }).primaryKey(),
    claimId: referringTo('claim_id', () => claims.claimId),
    type: text('type').$type<ClaimEventType>().notNull(),
    /** `traveller:{uin}`, `employee:{id}`, `provider:{name}` or `system`. */
    actor: text('actor').notNull(),
    words: text('words'),
    amount: integer('amount'),
    time: instant('time').notNull(),
  },
  (table) => [
    index('claim_history_claim').on(table.claimId, table.position),
    index('claim_history_paid_out').on(table.time).where(sql`${table.type} = 'paidOut'`),
  ],
)

export type ClaimHistoryRow = typeof claimHistory.$inferSelect
