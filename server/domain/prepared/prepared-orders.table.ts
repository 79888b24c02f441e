import type { CreationType, Locale, OrderSource, Phone, PreparedDraft } from '@handsfree/core/contract'
import type { TextMessageState } from '@handsfree/core/notifications'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../../runtime/db/columns.ts'
import type { PlaceSnapshot } from '../orders/types.ts'

/** Orders that a desk or an operator has filled in for a guest. A row goes when it ends. */
export const preparedOrders = pgTable(
  'prepared_orders',
  {
    preparedId: text('prepared_id').primaryKey(),
    /** Hash of the link's token (`server/links`). */
    tokenHash: text('token_hash').notNull(),
    source: text('source').$type<OrderSource>().notNull(),
    creationType: text('creation_type').$type<CreationType>().notNull(),
    employeeId: text('employee_id').notNull(),
    siteId: text('site_id').notNull(),
    /** Its photos are file ids. */
    draft: jsonb('draft').$type<PreparedDraft>().notNull(),
    pickupPlace: jsonb('pickup_place').$type<PlaceSnapshot>().notNull(),
    deliveryPlace: jsonb('delivery_place').$type<PlaceSnapshot>().notNull(),
    timeZone: text('time_zone').notNull(),
    /** The only phone that may take it over; null for anyone with the link. */
    guest: jsonb('guest').$type<Phone>(),
    /** Other accounts that have tried to, by their uin. */
    strangers: jsonb('strangers').$type<string[]>().notNull().default([]),
    /** Text messages with the link that were asked for. */
    texts: integer('texts').notNull().default(0),
    /** Where the machine of the last one is; null before the first. Only `movePreparedText` moves it. */
    textState: text('text_state').$type<TextMessageState>(),
    textTries: integer('text_tries').notNull().default(0),
    /** When it is sent, or sent again; null once it was sent or given up. */
    textTryTime: instant('text_try_time'),
    textError: text('text_error'),
    /** When it was asked for, in which language, and where its link leads. */
    textTime: instant('text_time'),
    textWords: jsonb('text_words').$type<{ locale: Locale; origin: string }>(),
    /** The order that it became. */
    orderId: text('order_id'),
    createTime: instant('create_time').notNull(),
    endTime: instant('end_time').notNull(),
  },
  (table) => [
    uniqueIndex('prepared_orders_token').on(table.tokenHash),
    index('prepared_orders_waiting').on(table.createTime).where(sql`${table.orderId} is null`),
    index('prepared_orders_end').on(table.endTime),
    index('prepared_orders_text_due').on(table.textTryTime).where(sql`${table.textTryTime} is not null`),
    index('prepared_orders_order').on(table.orderId).where(sql`${table.orderId} is not null`),
    index('prepared_orders_guest').on(sql`(${table.guest} ->> 'phoneNumber')`),
  ],
)

/** Filled in for this number. */
export const isForPhone = ({ dialCode, phoneNumber }: Phone) =>
  sql`(${preparedOrders.guest} ->> 'phoneNumber' = ${phoneNumber} and ${preparedOrders.guest} ->> 'dialCode' = ${dialCode})`

export type PreparedRow = typeof preparedOrders.$inferSelect
