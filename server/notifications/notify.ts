import type { CustomerNotificationType } from '@handsfree/core/api'
import type { Work } from '../db/work.ts'
import { newId } from '../random.ts'
import type { Services } from '../services.ts'
import { notifications } from './notifications.table.ts'

export type NewNotification = {
  uin: string
  type: CustomerNotificationType
  /** Facts that the client puts into words, such as `{ orderId, orderNumber }`. */
  content: Record<string, unknown>
  isPopup: boolean
}

/** Writes a notification in the work's transaction, and hints to the traveller's open pages after the commit. */
export async function notify(
  { tx, afterCommit }: Work,
  { now, random, realtime }: Pick<Services, 'now' | 'random' | 'realtime'>,
  notification: NewNotification,
): Promise<void> {
  await tx.insert(notifications).values({ ...notification, notificationId: newId(random), createTime: now() })
  afterCommit(() => realtime.unreadChanged(notification.uin))
}
