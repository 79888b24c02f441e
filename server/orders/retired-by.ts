import { customerNotificationTypes as notification } from '@handsfree/core/api'
import type { LifecycleEvent } from '@handsfree/core/order'
import type { Retired } from '../notifications/retire.ts'
import type { OrderRow } from './orders.table.ts'
import { returnFeeDue } from './return-fee.ts'

const asksForPayment = ({ closing, payment }: OrderRow) =>
  closing === 'open' && (payment === 'unpaid' || payment === 'failed' || payment === 'supplementary')

const asksForMoney = (order: OrderRow) => asksForPayment(order) || returnFeeDue(order) > 0

const isMissed = ({ closing, pickup, missedPickupTime }: OrderRow) =>
  closing === 'open' && pickup !== 'pickuped' && missedPickupTime !== null

const isLate = ({ closing, transport, lateDeliveryTime }: OrderRow) =>
  closing === 'open' && transport !== 'completed' && lateDeliveryTime !== null

const isAskedWhereTo = (order: OrderRow) =>
  order.closing === 'open' && order.return === 'wait' && order.returnChoice === null

const waitsAtDelivery = ({ closing, warehouse }: OrderRow) => closing === 'open' && warehouse === 'completed'

/** Notifications that a move makes untrue: what they ask for was done, or is not asked any more. */
export function retiredBy(event: LifecycleEvent['type'], before: OrderRow, after: OrderRow): Retired[] {
  // Another count is another surcharge.
  const isAskedAgain = asksForMoney(after) && event !== 'order.change'
  const outcome = event === 'payment.succeeded' || event === 'return.pay' ? 'paid' : 'withdrawn'
  return [
    ...(asksForMoney(before) && !isAskedAgain
      ? [{ type: notification.pendingPayment, outcome } as const]
      : []),
    ...(isMissed(before) && !isMissed(after) ? [{ change: 'pickupMissed' } as const] : []),
    ...(isLate(before) && !isLate(after) ? [{ change: 'deliveryLate' } as const] : []),
    ...(isAskedWhereTo(before) && !isAskedWhereTo(after) ? [{ change: 'returnAsked' } as const] : []),
    ...(before.exception === 'reported' && after.exception === 'none'
      ? [{ change: 'courierReported' } as const]
      : []),
    ...(waitsAtDelivery(before) && !waitsAtDelivery(after) ? [{ type: notification.handedTimeout }] : []),
  ]
}
