import type { OrderRow } from './orders.table.ts'

/**
 * Returns whether an order's bags are, were or will be collectable: it's paid and not rejected, or its bags are out.
 */
export const canCollect = ({ payment, closing, review, pickup }: OrderRow) => {
  if (closing === 'cancelled' || review === 'fail') return false
  if (closing === 'open' && pickup === 'pickuped') return true
  return payment === 'paid' || payment === 'supplementary'
}
