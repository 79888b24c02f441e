import type { Order, OrderStatus } from '@handsfree/core/contract'
import { isUndelivered } from '@handsfree/core/orders'
import type { StatusBadgeProps } from '../../ui/StatusBadge.tsx'

/** Tone of a status: `sky` on the move, `mint` well, `gold` needs the traveller, `coral` went wrong, `plain` over. */
const statusTones: Record<OrderStatus, StatusBadgeProps['tone']> = {
  created: 'sky',
  reviewing: 'sky',
  review_pass: 'mint',
  review_failed: 'coral',
  pending_pickup: 'mint',
  in_transit: 'sky',
  pending_storage: 'sky',
  delivered: 'mint',
  completed: 'plain',
  refunding: 'sky',
  refund_completed: 'plain',
  pending_payment: 'gold',
  payment_failed: 'coral',
  pending_surcharge: 'gold',
  arrived: 'mint',
  handed: 'mint',
  cancelled: 'plain',
}

/** Tone of an order: nothing is needed while its payment is being checked. */
export const toneOf = (order: Order): StatusBadgeProps['tone'] => {
  if (isUndelivered(order)) return 'coral'
  return order.checkingSince === null && order.returning?.state !== 'inProgress'
    ? statusTones[order.status]
    : 'sky'
}
