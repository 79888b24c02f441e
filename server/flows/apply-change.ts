import type { ChangeRow, NewFacts } from '../domain/changes/changes.table.ts'
import { deleteReceiverLink } from '../domain/links/receiver-links.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import { lateDelivery, missedPickup } from '../domain/orders/overdue-reasons.ts'
import { refundPart } from '../domain/payments/refunds.ts'
import type { Work } from '../runtime/db/work.ts'
import { endReport } from './end-report.ts'
import { type MoveServices, moveOrder } from './move-order.ts'

const toColumns = ({ pickupTime, deliveryTime, ...columns }: NewFacts): Partial<OrderRow> => ({
  ...columns,
  // A new pickup time resets the courier's arrival and the missed-pickup report.
  ...(pickupTime
    ? { pickupTime: new Date(pickupTime), missedPickupTime: null, courierArrivedTime: null }
    : {}),
  ...(deliveryTime ? { deliveryTime: new Date(deliveryTime), lateDeliveryTime: null } : {}),
})

const isAnotherRecipient = (order: OrderRow, facts: NewFacts): boolean =>
  (facts.receiverPhoneNumber ?? order.receiverPhoneNumber) !== order.receiverPhoneNumber ||
  (facts.receiverDialCode ?? order.receiverDialCode) !== order.receiverDialCode

/**
 * Writes the facts of an applied change to a locked order. `paid` is the total paid by now; the excess is refunded.
 */
export async function applyChange(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  change: ChangeRow,
  paid: number,
): Promise<OrderRow> {
  const changes = toColumns(change.facts)
  const total = changes.total ?? order.total
  const refundAmount = paid - total
  const changedOrder = await moveOrder(work, services, order, {
    event: 'order.change',
    actor: change.employee ?? `traveller:${order.uin}`,
    isRequested: true,
    changes: { ...changes, amountPaid: Math.min(paid, total) },
    details: { difference: change.difference },
  })
  if (isAnotherRecipient(order, change.facts)) await deleteReceiverLink(work, order.orderId)
  if (refundAmount > 0)
    await refundPart(work, services, order.orderId, { amount: refundAmount, reason: 'changed' })
  // The reported pickup or delivery time no longer applies, so there's nothing left to settle.
  const overdue = [
    ...(changes.pickupTime ? [missedPickup] : []),
    ...(changes.deliveryTime ? [lateDelivery] : []),
  ]
  return endReport(work, services, changedOrder, overdue)
}
