import type { CustomerNotification } from '@handsfree/core/notification'

/** `orderNumber` is empty for notifications about no order. */
export type NotificationsOfOrder = { orderNumber: string; notifications: CustomerNotification[] }

/** Groups notifications by order; the order with the newest one comes first, each group in the list's order. */
export function byOrder(notifications: readonly CustomerNotification[]): NotificationsOfOrder[] {
  const orders = new Map<string, CustomerNotification[]>()
  for (const notification of notifications) {
    const orderNumber = notification.content.orderNumber ?? ''
    orders.set(orderNumber, [...(orders.get(orderNumber) ?? []), notification])
  }
  return [...orders].map(([orderNumber, notifications]) => ({ orderNumber, notifications }))
}
