import type { OrderRow } from './orders.table.ts'

/** Whether there is, was or will be something to collect: the order is paid and accepted, or its bags are out. */
export const canCollect = ({ payment, closing, review, pickup }: OrderRow) => {
  if (closing === 'cancelled' || review === 'fail') return false
  if (closing === 'open' && pickup === 'pickuped') return true
  return payment === 'paid' || payment === 'supplementary'
}
