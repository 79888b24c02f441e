import type { TextMessageState } from '@handsfree/core/notifications'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { orders } from '../orders/orders.table.ts'

/** Text messages to the traveller (spec section 1: at pickup and at delivery). */
const travellerKinds = ['pickedUp', 'readyToCollect', 'handedOver'] as const

const travellerOnlyKinds = [
  'pickupMissed',
  'deliveryLate',
  'returnAsked',
  'recalled',
  'closedUndelivered',
] as const

export type TravellerMessageKind = (typeof travellerKinds)[number] | (typeof travellerOnlyKinds)[number]

export const receiverKinds = {
  pickedUp: 'receiverPickedUp',
  readyToCollect: 'receiverReadyToCollect',
  handedOver: 'receiverHandedOver',
} as const satisfies Record<(typeof travellerKinds)[number], string>
type ReceiverMessageKind = (typeof receiverKinds)[keyof typeof receiverKinds]

export type TextMessageKind = TravellerMessageKind | ReceiverMessageKind
export const textMessageKinds: readonly TextMessageKind[] = [
  ...travellerKinds,
  ...Object.values(receiverKinds),
  ...travellerOnlyKinds,
]

/** Not sent if a push message shows the news. Those at pickup and at delivery always are (spec section 1). */
const replaceableKinds: readonly TextMessageKind[] = [
  'readyToCollect',
  'pickupMissed',
  'returnAsked',
  'recalled',
]

export const isReplaceable = (kind: TextMessageKind): kind is TravellerMessageKind =>
  replaceableKinds.includes(kind)

/** Returns the receiver's version of a kind. Null if only the traveller gets it. */
export const receiverKindOf = (kind: TravellerMessageKind): ReceiverMessageKind | null =>
  kind in receiverKinds ? receiverKinds[kind as keyof typeof receiverKinds] : null

export const isToReceiver = (kind: TextMessageKind): kind is ReceiverMessageKind =>
  Object.values<string>(receiverKinds).includes(kind)

/** At most one per order and kind. Number and text are read when it's sent. */
export const textMessages = pgTable(
  'sms_notices',
  {
    orderId: referringTo('order_id', () => orders.orderId),
    kind: text('kind').$type<TextMessageKind>().notNull(),
    /** Only `moveTextMessage` writes state, tries and next try. */
    state: text('state').$type<TextMessageState>().notNull().default('due'),
    tries: integer('tries').notNull().default(0),
    /** Next delivery attempt; null once sent or given up. */
    tryTime: instant('try_time'),
    lastError: text('last_error'),
    sentTime: instant('sent_time'),
    /** The gateway's id, by which its delivery reports name it. */
    messageId: text('message_id'),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.kind] }),
    index('sms_notices_due').on(table.tryTime).where(sql`${table.tryTime} is not null`),
    index('sms_notices_time').on(table.createTime),
    index('sms_notices_message').on(table.messageId).where(sql`${table.messageId} is not null`),
    index('sms_notices_given_up')
      .on(table.createTime)
      .where(sql`${table.state} in ('givenUp', 'undelivered')`),
  ],
)

export type TextMessageRow = typeof textMessages.$inferSelect
