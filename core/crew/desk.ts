import type { OperatorOrder } from '../contract/operator.ts'
import { sortOpenOrders } from './day.ts'

/** Parts of a desk's work, in the order in which they are shown. */
export const deskParts = ['pickups', 'rooms', 'arriving', 'stored', 'left'] as const
export type DeskPart = (typeof deskParts)[number]

/** Where the bags go: the destination, or back. */
const goalOf = ({ delivery, lifecycle, returning }: OperatorOrder) =>
  (lifecycle.return === 'none' || lifecycle.return === 'wait' ? null : returning?.place) ?? delivery

function partOf(order: OperatorOrder, siteId: string): DeskPart {
  const { lifecycle, pickup, access } = order
  if (lifecycle.pickup !== 'pickuped') {
    if (pickup.siteId !== siteId) return 'arriving'
    return access === 'roomPassword' ? 'rooms' : 'pickups'
  }
  if (goalOf(order).siteId !== siteId || lifecycle.warehouse === 'handed') return 'left'
  return lifecycle.warehouse === 'completed' ? 'stored' : 'arriving'
}

const shelfOf = ({ bags }: OperatorOrder): string => bags.find(({ shelf }) => shelf !== null)?.shelf ?? ''

/**
 * A site's open orders: bags to be picked up at the desk or from rooms, bags that arrive, stored bags by shelf, and bags
 * that have left or were handed over. Each part by time.
 */
export function toDesk(
  orders: readonly OperatorOrder[],
  siteId: string,
): Record<DeskPart, readonly OperatorOrder[]> {
  const sorted = sortOpenOrders(orders)
  const ordersOf = (part: DeskPart) => sorted.filter((order) => partOf(order, siteId) === part)
  return {
    pickups: ordersOf('pickups'),
    rooms: ordersOf('rooms'),
    arriving: ordersOf('arriving'),
    stored: ordersOf('stored').sort((one, other) =>
      shelfOf(one).localeCompare(shelfOf(other), undefined, { numeric: true }),
    ),
    left: ordersOf('left'),
  }
}

/** Whether this site stores the order's bags, so that it can move them to another shelf. */
export const isStoredAt = (order: OperatorOrder, siteId: string): boolean =>
  partOf(order, siteId) === 'stored' && order.lifecycle.closing === 'open'

/** Whether a courier took the order's bags from this site, which hasn't confirmed it yet. */
export const needsPickupConfirmation = (
  { lifecycle, pickup, isPickupConfirmed }: OperatorOrder,
  siteId: string,
): boolean => lifecycle.pickup === 'pickuped' && pickup.siteId === siteId && !isPickupConfirmed

/** Shelves of an order's bags at a site, each once. Ignores shelves of bags that have left. */
export const shelvesOf = ({ bags, lifecycle: { warehouse, return: returning } }: OperatorOrder): string[] =>
  (warehouse === 'waitConfirm' || warehouse === 'completed') && returning !== 'inProgress'
    ? [...new Set(bags.flatMap(({ shelf }) => shelf ?? []))]
    : []

export const siteDayPath = (siteId: string): string => `/crew/sites/${encodeURIComponent(siteId)}/today`
