import type { Locale, PushKind, QueueKind } from '@handsfree/core/contract'
import type { TextMessageState } from '@handsfree/core/notifications'
import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../../runtime/db/columns.ts'
import type { TravellerMessageKind } from '../texts/text-messages.table.ts'
import { employeeSessions } from '../users/crew.table.ts'
import { tokens } from '../users/users.table.ts'

/** One per signed-in device, with whose session it ends: of a traveller or of an employee. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    subscriptionId: text('subscription_id').primaryKey(),
    tokenHash: text('token_hash').references(() => tokens.tokenHash, { onDelete: 'cascade' }),
    sessionHash: text('session_hash').references(() => employeeSessions.tokenHash, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    /** The device's public key and secret, base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** Our public key that the device subscribed with. */
    serverKey: text('server_key').notNull(),
    /** Where the device has the app open, for links. */
    origin: text('origin').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    /** The kinds that are switched on. */
    kinds: jsonb('kinds').$type<PushKind[]>().notNull(),
    createTime: instant('create_time').notNull(),
    updateTime: instant('update_time').notNull(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_token').on(table.tokenHash),
    uniqueIndex('push_subscriptions_session').on(table.sessionHash),
    uniqueIndex('push_subscriptions_endpoint').on(table.endpoint),
  ],
)

export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect

/**
 * One message to one device, about a notification or an entry of the operators' queue. Its text is read when it's sent.
 */
export const pushMessages = pgTable(
  'push_messages',
  {
    pushId: text('push_id').primaryKey(),
    /** Order of the messages. */
    position: bigserial('position', { mode: 'number' }).notNull(),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.subscriptionId, { onDelete: 'cascade' }),
    kind: text('kind').$type<PushKind>().notNull(),
    /** A newer message with the same tag replaces this one on the device. */
    tag: text('tag').notNull(),
    orderId: text('order_id'),
    notificationId: text('notification_id'),
    employeeNotificationId: bigint('employee_notification_id', { mode: 'number' }),
    queueKind: text('queue_kind').$type<QueueKind>(),
    /** The text message with the same news, which isn't sent if the device shows this message. */
    textKind: text('text_kind').$type<TravellerMessageKind>(),
    /** Uses the text message machine and its retry schedule. */
    state: text('state').$type<TextMessageState>().notNull().default('due'),
    tries: integer('tries').notNull().default(0),
    /** Next try; null once sent, skipped or given up. */
    tryTime: instant('try_time'),
    lastError: text('last_error'),
    /** From when it may be sent: later than its creation in quiet hours. */
    readyTime: instant('ready_time').notNull(),
    createTime: instant('create_time').notNull(),
    sentTime: instant('sent_time'),
    /** When the device confirmed that it has shown it. */
    shownTime: instant('shown_time'),
    /** When a later message told the device to close it. */
    closeTime: instant('close_time'),
  },
  (table) => [
    index('push_messages_due').on(table.tryTime).where(sql`${table.tryTime} is not null`),
    index('push_messages_subscription').on(table.subscriptionId, table.position),
    index('push_messages_order').on(table.orderId),
    index('push_messages_time').on(table.createTime),
  ],
)

export type PushMessageRow = typeof pushMessages.$inferSelect
