import type { TextMessageState } from '@handsfree/core/notifications'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { orders } from '../orders/orders.table.ts'

/** Occasions of a text message to the traveller (spec section 1: at pickup and at delivery). */
const travellerKinds = ['pickedUp', 'readyToCollect', 'handedOver'] as const

/** What only the traveller is told. */
const ownKinds = ['pickupMissed', 'deliveryLate', 'returnAsked', 'recalled', 'closedUndelivered'] as const

export type TravellerMessageKind = (typeof travellerKinds)[number] | (typeof ownKinds)[number]

/** The same to somebody else who collects. */
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
  ...ownKinds,
]

/** The kind that somebody else who collects gets with a traveller's; null for one that is the traveller's alone. */
export const receiverKindOf = (kind: TravellerMessageKind): ReceiverMessageKind | null =>
  kind in receiverKinds ? receiverKinds[kind as keyof typeof receiverKinds] : null

export const isToReceiver = (kind: TextMessageKind): kind is ReceiverMessageKind =>
  Object.values<string>(receiverKinds).includes(kind)

/** Text messages about orders, each at most once. Number and words are read from the order when one is sent. */
export const textMessages = pgTable(
  'sms_notices',
  {
    orderId: referringTo('order_id', () => orders.orderId),
    kind: text('kind').$type<TextMessageKind>().notNull(),
    /** Where its machine is. Only `moveTextMessage` writes it, the tries and the time of the next. */
    state: text('state').$type<TextMessageState>().notNull().default('due'),
    tries: integer('tries').notNull().default(0),
    /** When it is sent, or sent again; null once it was sent or given up. */
    tryTime: instant('try_time'),
    /** Why it was not sent by the last try. */
    lastError: text('last_error'),
    sentTime: instant('sent_time'),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.kind] }),
    index('sms_notices_due').on(table.tryTime).where(sql`${table.tryTime} is not null`),
    index('sms_notices_time').using('brin', table.createTime),
    index('sms_notices_given_up').on(table.createTime).where(sql`${table.state} = 'givenUp'`),
  ],
)

export type TextMessageRow = typeof textMessages.$inferSelect
