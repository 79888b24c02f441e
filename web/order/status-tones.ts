import type { Order, OrderStatus } from '@handsfree/core/api'
import type { StatusPillProps } from '../ui/StatusPill.tsx'

/** How a status looks: `sky` on the move, `mint` well, `gold` wants something of you, `coral` went wrong, `plain` over. */
const statusTones: Record<OrderStatus, StatusPillProps['tone']> = {
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

/** How an order looks: nothing is wanted of you while its payment is being checked. */
export const toneOf = ({ status, checkingSince }: Order): StatusPillProps['tone'] =>
  checkingSince === null ? statusTones[status] : 'sky'
