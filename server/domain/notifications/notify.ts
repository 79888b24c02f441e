import { type CustomerNotificationType, customerNotificationTypes } from '@handsfree/core/contract'
import {
  type OrderUpdate,
  orderUpdateType,
  pushRuleOf,
  toCustomerNotification,
} from '@handsfree/core/notifications'
import type { Work } from '../../runtime/db/work.ts'
import { newRowId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { queuePushes } from '../push/queue-pushes.ts'
import { queueNewsMail } from '../receipts/trip-news.ts'
import type { TravellerMessageKind } from '../texts/text-messages.table.ts'
import { notifications } from './notifications.table.ts'
import { toItem } from './to-item.ts'

/** `content` has facts that the client formats, such as `{ orderId, orderNumber }`. */
export type NewNotification = OrderUpdate & { uin: string; type: CustomerNotificationType }

/**
 * Adds a notification, and queues it as a push message for the traveller's devices. Returns the number of devices.
 * `textKind`: the text message with the same news.
 */
export async function notify(
  { tx, afterCommit }: Work,
  { now, random, realtime }: Pick<Services, 'now' | 'random' | 'realtime'>,
  notification: NewNotification,
  textKind: TravellerMessageKind | null = null,
): Promise<number> {
  const { uin, content, isPopup } = notification
  const isUpdate = notification.type === customerNotificationTypes.orderUpdated
  const type = isUpdate ? orderUpdateType(notification) : notification.type
  const createTime = now()
  const notificationId = newRowId(random, createTime)
  const [row] = await tx
    .insert(notifications)
    .values({ uin, type, content, isPopup, notificationId, createTime })
    .returning()
  afterCommit(() => realtime.unreadChanged(uin))
  if (!row) return 0
  const notice = toCustomerNotification(toItem(row))
  const orderId = notice.content.orderId ?? null
  const rule = pushRuleOf(notice)
  if (orderId !== null && !rule.canWait) {
    await queueNewsMail(tx, { uin, orderId, notificationId, time: createTime })
  }
  return queuePushes(tx, { now, random }, uin, rule, { orderId, notificationId, textKind })
}
