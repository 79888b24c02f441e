import type { OrderStatus, ViewColumns } from '../contract/order.ts'
import { type CustomerView, customerViews } from '../contract/views.ts'
import { isInCustomerView } from './customer-views.ts'

type StatusTraits = {
  /** 0 is most urgent: first what needs the traveller, then bags in our care, then the rest. */
  urgency: number
  /** `sky` moving, `mint` good, `gold` needs the traveller, `coral` failed, `plain` over. */
  tone: 'sky' | 'mint' | 'gold' | 'coral' | 'plain'
}

export const statusTraits: Record<OrderStatus, StatusTraits> = {
  pending_surcharge: { urgency: 0, tone: 'gold' },
  payment_failed: { urgency: 1, tone: 'coral' },
  pending_payment: { urgency: 1, tone: 'gold' },
  delivered: { urgency: 2, tone: 'mint' },
  arrived: { urgency: 3, tone: 'mint' },
  pending_storage: { urgency: 3, tone: 'sky' },
  in_transit: { urgency: 3, tone: 'sky' },
  pending_pickup: { urgency: 4, tone: 'mint' },
  review_pass: { urgency: 5, tone: 'mint' },
  reviewing: { urgency: 5, tone: 'sky' },
  created: { urgency: 5, tone: 'sky' },
  review_failed: { urgency: 6, tone: 'coral' },
  refunding: { urgency: 6, tone: 'sky' },
  handed: { urgency: 7, tone: 'mint' },
  completed: { urgency: 7, tone: 'plain' },
  refund_completed: { urgency: 7, tone: 'plain' },
  cancelled: { urgency: 7, tone: 'plain' },
}

/** The only mapping from lifecycle columns to the 17 statuses that travellers see (spec section 4). */
export function orderStatus(columns: ViewColumns): OrderStatus {
  const { review, payment, pickup, transport, warehouse, closing } = columns
  if (review === 'fail') return payment === 'refunded' ? 'refund_completed' : 'review_failed'
  // While the bags are out, they decide the status. A recalled order shows its refund after the handover.
  const areBagsOut = closing === 'open' && pickup === 'pickuped' && warehouse !== 'handed'
  if (payment === 'refunding' && !areBagsOut) return 'refunding'
  if (payment === 'refunded' && !areBagsOut) return 'refund_completed'
  if (closing === 'cancelled') return 'cancelled'
  if (closing === 'closed') return 'completed'
  if (payment === 'unpaid') return 'pending_payment'
  if (payment === 'failed') return 'payment_failed'
  if (payment === 'supplementary') return 'pending_surcharge'
  if (warehouse === 'handed') return 'handed'
  if (warehouse === 'completed') return 'delivered'
  if (warehouse === 'waitConfirm') return 'pending_storage'
  if (transport === 'completed') return 'arrived'
  if (transport === 'inProgress' || pickup === 'pickuped') return 'in_transit'
  if (pickup === 'waitPickup') return 'pending_pickup'
  if (review === 'pass') return 'review_pass'
  return review === 'waitConfirm' ? 'reviewing' : 'created'
}

/** The traveller's view that lists an order (201–203, spec section 4). */
export function customerView(columns: ViewColumns): CustomerView {
  const { ongoing, complete, cancelled, all } = customerViews
  return [ongoing, complete, cancelled].find((view) => isInCustomerView(view, columns)) ?? all
}
