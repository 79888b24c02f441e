import type { CreationType, Locale, OrderSource, Phone, PreparedDraft } from '@handsfree/core/contract'
import type { TextMessageState } from '@handsfree/core/notifications'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../../runtime/db/columns.ts'
import type { PlaceSnapshot } from '../orders/types.ts'

/** No push message replaces it. */
export type PreparedTextState = Exclude<TextMessageState, 'skipped'>

/** Orders prepared by a desk or operator for a guest. Rows are deleted after `endTime`. */
export const preparedOrders = pgTable(
  'prepared_orders',
  {
    preparedId: text('prepared_id').primaryKey(),
    /** Hash of the link's token (`domain/links`). */
    tokenHash: text('token_hash').notNull(),
    source: text('source').$type<OrderSource>().notNull(),
    creationType: text('creation_type').$type<CreationType>().notNull(),
    employeeId: text('employee_id').notNull(),
    siteId: text('site_id').notNull(),
    /** `photos` are file ids. */
    draft: jsonb('draft').$type<PreparedDraft>().notNull(),
    pickupPlace: jsonb('pickup_place').$type<PlaceSnapshot>().notNull(),
    deliveryPlace: jsonb('delivery_place').$type<PlaceSnapshot>().notNull(),
    timeZone: text('time_zone').notNull(),
    /** The only phone that can take it over; null allows anyone with the link. */
    guest: jsonb('guest').$type<Phone>(),
    strangers: jsonb('strangers').$type<string[]>().notNull().default([]),
    texts: integer('texts').notNull().default(0),
    /** State of the latest text message; null before the first. Only `movePreparedText` writes it. */
    textState: text('text_state').$type<PreparedTextState>(),
    textTries: integer('text_tries').notNull().default(0),
    /** Next delivery attempt; null once sent or given up. */
    textTryTime: instant('text_try_time'),
    textError: text('text_error'),
    /** The gateway's id, by which its delivery reports name it. */
    textMessageId: text('text_message_id'),
    /** Request time, language, and origin of the link. */
    textTime: instant('text_time'),
    textWords: jsonb('text_words').$type<{ locale: Locale; origin: string }>(),
    orderId: text('order_id'),
    createTime: instant('create_time').notNull(),
    endTime: instant('end_time').notNull(),
  },
  (table) => [
    uniqueIndex('prepared_orders_token').on(table.tokenHash),
    index('prepared_orders_waiting').on(table.createTime).where(sql`${table.orderId} is null`),
    index('prepared_orders_end').on(table.endTime),
    index('prepared_orders_text_due').on(table.textTryTime).where(sql`${table.textTryTime} is not null`),
    index('prepared_orders_text_message')
      .on(table.textMessageId)
      .where(sql`${table.textMessageId} is not null`),
    index('prepared_orders_order').on(table.orderId).where(sql`${table.orderId} is not null`),
    index('prepared_orders_guest').on(sql`(${table.guest} ->> 'phoneNumber')`),
  ],
)

export const isForPhone = ({ dialCode, phoneNumber }: Phone) =>
  sql`(${preparedOrders.guest} ->> 'phoneNumber' = ${phoneNumber} and ${preparedOrders.guest} ->> 'dialCode' = ${dialCode})`

export type PreparedRow = typeof preparedOrders.$inferSelect
