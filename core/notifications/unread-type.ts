import {
  type CustomerNotificationType,
  customerNotificationTypes as types,
} from '../contract/notification.ts'
import type { NotificationContent } from './customer-notification.ts'

/** Progress, and changes by the traveller. Unlisted changes count as bad news. */
const quietChanges: readonly unknown[] = [
  'reviewPassed',
  'courierAssigned',
  'courierArrivedAtPickup',
  'courierArrivedAtDelivery',
  'piecesChanged',
  'sealChanged',
  'destinationChanged',
  'orderChanged',
  'reportSettled',
  'returnStarted',
  'returned',
] satisfies NotificationContent['change'][]

/** `endsOrder`: we ended the order with this update. */
export type OrderUpdate = { content: Record<string, unknown>; isPopup: boolean; endsOrder?: boolean }

/**
 * Notification type of an order update. Bad news and questions use one of the eight types that the unread badge counts:
 * the order ended, a refund, or a missed time. See docs/decisions/0017-bad-news-counts-as-unread.md.
 */
export function orderUpdateType({
  content: { change, by, refund },
  isPopup,
  endsOrder = false,
}: OrderUpdate): CustomerNotificationType {
  if (by === 'traveller') return types.orderUpdated
  if (endsOrder) return types.reviewFailed
  if (!isPopup && quietChanges.includes(change)) return types.orderUpdated
  return refund ? types.refunded : types.handedTimeout
}
