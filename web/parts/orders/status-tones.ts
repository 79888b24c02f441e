import type { Order } from '@handsfree/core/contract'
import { isUndelivered, statusTraits } from '@handsfree/core/orders'
import type { StatusBadgeProps } from '../../ui/StatusBadge.tsx'

export const toneOf = (order: Order): StatusBadgeProps['tone'] => {
  if (isUndelivered(order)) return 'coral'
  return order.checkingSince === null && order.returning?.state !== 'inProgress'
    ? statusTraits[order.status].tone
    : 'sky'
}
