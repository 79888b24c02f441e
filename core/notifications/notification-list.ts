import type { SnapshotFrom } from 'xstate'
import { countsAsUnread } from '../contract/notification.ts'
import type { PagingRef } from '../lib/paging.machine.ts'
import type { CustomerNotification } from './customer-notification.ts'
import type { Marks, NotificationListContext, notificationListMachine } from './notification-list.machine.ts'

type ListSnapshot = SnapshotFrom<typeof notificationListMachine>

type MarksOfList = Pick<NotificationListContext, 'pendingMarks' | 'confirmedMarks'>

const covers = ({ ids, upTo }: Marks, { id, indexId }: CustomerNotification) =>
  indexId <= upTo || ids.includes(id)

/** Read according to the server or to marks made here. */
export const isShownAsRead = (
  { pendingMarks, confirmedMarks }: MarksOfList,
  notification: CustomerNotification,
): boolean =>
  notification.isRead || covers(pendingMarks, notification) || covers(confirmedMarks, notification)

/** Unread and of a type that the badge counts. */
export const isShownAsUnread = (marks: MarksOfList, notification: CustomerNotification): boolean =>
  countsAsUnread(notification.type) && !isShownAsRead(marks, notification)

export const selectNotificationPages = (snapshot: ListSnapshot): PagingRef | undefined =>
  snapshot.children.paging

/** Min list length for showing the filter. */
const minForFilter = 20

/** Whether to show the filter: for long lists, and while one is active. */
export const selectOffersKinds = ({ context: { type, notifications, hasMore } }: ListSnapshot): boolean =>
  type !== null || hasMore || notifications.length >= minForFilter

/** Whether the list has a type that can be unread. */
export const selectOffersMarkAll = ({ context: { type } }: ListSnapshot): boolean =>
  type === null || countsAsUnread(type)

/** Whether marking all as read changes anything listed or not loaded yet. `unread` is the badge's count. */
export function selectCanMarkAll(snapshot: ListSnapshot, unread: number): boolean {
  const { context } = snapshot
  const mayBeFurther = context.type === null ? unread > 0 : context.hasMore
  const isListed = context.notifications.some((notification) => isShownAsUnread(context, notification))
  return snapshot.can({ type: 'notifications.readAll' }) && (isListed || mayBeFurther)
}
