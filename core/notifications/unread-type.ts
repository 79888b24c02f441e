import {
  type CustomerNotificationType,
  customerNotificationTypes as types,
} from '../contract/notification.ts'
import type { NotificationContent } from './customer-notification.ts'

/** Progress, and what the traveller did. A change that isn't listed counts as bad news. */
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

/** An order update to send. `endsOrder` is whether we ended the order with it. */
export type OrderUpdate = { content: Record<string, unknown>; isPopup: boolean; endsOrder?: boolean }

/**
 * The type that an order update is sent under. Bad news and questions take one of the eight types that the unread badge
 * counts: the order ended, money comes back, or something didn't happen in time. See docs/decisions/bad-news-counts.md.
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
