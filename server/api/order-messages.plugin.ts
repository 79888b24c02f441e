import {
  customerNotificationTypes,
  namesOf,
  type OrderMessage,
  operatorListMessages,
} from '@handsfree/core/contract'
import { and, desc, eq, sql } from 'drizzle-orm'
import { notifications } from '../domain/notifications/notifications.table.ts'
import { readOrder } from '../domain/orders/find-orders.ts'
import { orderNotFound } from '../domain/orders/refusals.ts'
import { isToReceiver, receiverKinds, textMessages } from '../domain/texts/text-messages.table.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

const maxNotifications = 100

type TextMessage = Extract<OrderMessage, { channel: 'text' }>

function toTextMessage(row: typeof textMessages.$inferSelect): TextMessage {
  const { kind, state, createTime, sentTime } = row
  const base = { channel: 'text', state, time: (sentTime ?? createTime).toISOString() } as const
  if (!isToReceiver(kind)) return { ...base, kind, to: 'traveller' }
  const [travellerKind] = Object.entries(receiverKinds).find(([, receiverKind]) => receiverKind === kind)!
  return { ...base, kind: travellerKind as keyof typeof receiverKinds, to: 'receiver' }
}

const toNotification = ({ type, isRead, createTime }: typeof notifications.$inferSelect): OrderMessage => ({
  channel: 'notification',
  kind: namesOf(customerNotificationTypes).find((name) => customerNotificationTypes[name] === type)!,
  isRead,
  time: createTime.toISOString(),
})

/** Messages to an order's traveller and recipient. */
export const orderMessagesPlugin: DomainPlugin = (app, services) => {
  route(app, services, operatorListMessages, async ({ tx, params }) => {
    const order = await readOrder(tx, params.orderId)
    if (!order) throw orderNotFound()
    const { orderId, uin } = order
    const texts = await tx.select().from(textMessages).where(eq(textMessages.orderId, orderId))
    const notices = await tx
      .select()
      .from(notifications)
      .where(and(eq(notifications.uin, uin), eq(sql`${notifications.content} ->> 'orderId'`, orderId)))
      .orderBy(desc(notifications.indexId))
      .limit(maxNotifications)
    return [...texts.map(toTextMessage), ...notices.map(toNotification)].sort(
      (one, other) => Date.parse(other.time) - Date.parse(one.time),
    )
  })
}
