import type { Order } from '@handsfree/core/api'

const rank = ({ regions }: Order): number => {
  if (regions.pickup === 'pickuped') return 0
  return regions.payment === 'unpaid' || regions.payment === 'failed' ? 2 : 1
}

/** Orders whose bags we hold come first, those that are not paid last; the newest first among equals. */
export const byUrgency = (orders: readonly Order[]): Order[] => orders.toSorted((a, b) => rank(a) - rank(b))
