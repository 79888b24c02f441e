import { type CustomerNotificationType, customerNotificationTypes } from '@handsfree/core/contract'
import { type OrderUpdate, orderUpdateType } from '@handsfree/core/notifications'
import type { Work } from '../../runtime/db/work.ts'
import { newId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { notifications } from './notifications.table.ts'

/** `content` has facts that the client formats, such as `{ orderId, orderNumber }`. */
export type NewNotification = OrderUpdate & { uin: string; type: CustomerNotificationType }

export async function notify(
  { tx, afterCommit }: Work,
  { now, random, realtime }: Pick<Services, 'now' | 'random' | 'realtime'>,
  notification: NewNotification,
): Promise<void> {
  const { uin, content, isPopup } = notification
  const isUpdate = notification.type === customerNotificationTypes.orderUpdated
  const type = isUpdate ? orderUpdateType(notification) : notification.type
  await tx
    .insert(notifications)
    .values({ uin, type, content, isPopup, notificationId: newId(random), createTime: now() })
  afterCommit(() => realtime.unreadChanged(uin))
}
