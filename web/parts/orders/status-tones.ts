import type { Order } from '@handsfree/core/contract'
import { isPickupMissed, isUndelivered, returnStage, statusTraits } from '@handsfree/core/orders'
import type { StatusBadgeProps } from '../../ui/StatusBadge.tsx'

export const toneOf = (order: Order, now: number): StatusBadgeProps['tone'] => {
  if (isUndelivered(order)) return 'coral'
  const back = returnStage(order)
  if (back === 'asked') return 'gold'
  if (!back && order.status !== 'pending_surcharge' && isPickupMissed(order, now)) return 'coral'
  return order.checkingSince === null && order.returning?.state !== 'inProgress'
    ? statusTraits[order.status].tone
    : 'sky'
}
