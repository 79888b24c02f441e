import type { SnapshotFrom } from 'xstate'
import { countsAsUnread } from '../contract/notification.ts'
import type { PagingRef } from '../lib/paging.machine.ts'
import type { CustomerNotification } from './customer-notification.ts'
import type { Marks, NotificationListContext, notificationListMachine } from './notification-list.machine.ts'

type ListSnapshot = SnapshotFrom<typeof notificationListMachine>

type MarksOfList = Pick<NotificationListContext, 'asked' | 'marked'>

const covers = ({ ids, upTo }: Marks, { id, indexId }: CustomerNotification) =>
  indexId <= upTo || ids.includes(id)

/** Whether a listed notification shows as read: the server said so, or it was marked here. */
export const isShownAsRead = ({ asked, marked }: MarksOfList, notification: CustomerNotification): boolean =>
  notification.isRead || covers(asked, notification) || covers(marked, notification)

/** Whether a listed notification shows as unread: of a type that the badge counts, and not read. */
export const isShownAsUnread = (marks: MarksOfList, notification: CustomerNotification): boolean =>
  countsAsUnread(notification.type) && !isShownAsRead(marks, notification)

/** The list itself, read page by page and refreshed. */
export const selectNotificationPages = (snapshot: ListSnapshot): PagingRef | undefined =>
  snapshot.children.paging

/** From how many notifications on their kinds are worth a filter. */
const manyNotifications = 20

/** Whether kinds can be chosen: from a long list, and for as long as one is chosen. */
export const selectOffersKinds = ({ context: { type, notifications, hasMore } }: ListSnapshot): boolean =>
  type !== null || hasMore || notifications.length >= manyNotifications

/** Whether the list holds a type that can be unread. */
export const selectOffersMarkAll = ({ context: { type } }: ListSnapshot): boolean =>
  type === null || countsAsUnread(type)

/**
 * Whether marking all as read changes anything: what is listed, or what is further down than it goes so far. `unread` is
 * the count of the badge.
 */
export function selectCanMarkAll(snapshot: ListSnapshot, unread: number): boolean {
  const { context } = snapshot
  const mayBeFurther = context.type === null ? unread > 0 : context.hasMore
  const isListed = context.notifications.some((notification) => isShownAsUnread(context, notification))
  return snapshot.can({ type: 'notifications.readAll' }) && (isListed || mayBeFurther)
}
