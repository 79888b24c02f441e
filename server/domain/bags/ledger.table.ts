import type { EmployeeRole, LedgerStage, QuestionKind, QuestionState } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import { bigserial, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { orderBags, orders } from '../orders/orders.table.ts'

export type StoredStage = Exclude<LedgerStage, 'order'>

/** Append-only: one row per check of a bag. */
export const bagEntries = pgTable(
  'bag_entries',
  {
    entryId: text('entry_id').primaryKey(),
    position: bigserial('position', { mode: 'number' }).notNull(),
    orderId: referringTo('order_id', () => orders.orderId),
    bagId: referringTo('bag_id', () => orderBags.bagId),
    stage: text('stage').$type<StoredStage>().notNull(),
    role: text('role').$type<EmployeeRole>().notNull(),
    /** Same format as in the operation log. */
    actor: text('actor').notNull(),
    /** Empty if the bag had no seal. */
    sealNumber: text('seal_number').notNull(),
    /** File ids. */
    photos: jsonb('photos').$type<string[]>().notNull(),
    damage: text('damage').notNull(),
    time: instant('time').notNull(),
  },
  (table) => [
    index('bag_entries_order').on(table.orderId, table.position),
    index('bag_entries_bag').on(table.bagId),
  ],
)
export type BagEntryRow = typeof bagEntries.$inferSelect

export const bagQuestions = pgTable(
  'bag_questions',
  {
    questionId: text('question_id').primaryKey(),
    position: bigserial('position', { mode: 'number' }).notNull(),
    orderId: referringTo('order_id', () => orders.orderId),
    kind: text('kind').$type<QuestionKind>().notNull(),
    /** Only `moveQuestion` writes it. */
    state: text('state').$type<QuestionState>().notNull().default('asked'),
    /** The questioned bag and entry; null for count questions. */
    entryId: text('entry_id').references(() => bagEntries.entryId),
    bagId: text('bag_id').references(() => orderBags.bagId),
    stage: text('stage').$type<StoredStage>().notNull(),
    role: text('role').$type<EmployeeRole>().notNull(),
    agreedPieces: integer('agreed_pieces'),
    pieces: integer('pieces'),
    photos: jsonb('photos').$type<string[]>().notNull().default([]),
    claimId: text('claim_id'),
    askTime: instant('ask_time').notNull(),
    answerTime: instant('answer_time'),
  },
  (table) => [
    index('bag_questions_order').on(table.orderId, table.position),
    index('bag_questions_entry').on(table.entryId),
    index('bag_questions_bag').on(table.bagId),
    index('bag_questions_open').on(table.askTime).where(sql`${table.state} = 'asked'`),
  ],
)
export type BagQuestionRow = typeof bagQuestions.$inferSelect
