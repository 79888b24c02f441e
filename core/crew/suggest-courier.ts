import type { Board, BoardCourier, BoardOrder, BoardStop } from '../contract/board.ts'
import { policy } from '../policy/numbers.ts'

type Plan = Pick<Board, 'couriers' | 'assigned'>

/** How well a courier fits some orders: the reasons of a suggestion. */
export type CourierFit = {
  courier: BoardCourier
  /** Whether their stops at other places are at least half an hour from the orders' stops. */
  isFree: boolean
  /** Whether the car has room for the bags until they are delivered. */
  hasRoom: boolean
  /** Their other orders of the day, and the bags of these. */
  orders: number
  pieces: number
}

const slotMs = policy.slotMinutes * 60_000
const timeOf = ({ time }: BoardStop): number => Date.parse(time)

const openStopsOf = ({ pickup, delivery }: BoardOrder): BoardStop[] =>
  [pickup, delivery].filter(({ isDone }) => !isDone)

const isSamePlace = (one: BoardStop, other: BoardStop): boolean =>
  one.siteId !== null && one.siteId === other.siteId

const overlaps = (one: BoardOrder, other: BoardOrder): boolean =>
  openStopsOf(one).some((stop) =>
    openStopsOf(other).some(
      (next) => Math.abs(timeOf(stop) - timeOf(next)) < slotMs && !isSamePlace(stop, next),
    ),
  )

/** Bags in the car at an instant (ms since 1970), by the booked times. */
export const piecesAt = (orders: readonly BoardOrder[], instant: number): number =>
  orders
    .filter(
      ({ pickup, delivery }) => !delivery.isDone && timeOf(pickup) <= instant && instant < timeOf(delivery),
    )
    .reduce((sum, { pieces }) => sum + pieces, 0)

/** Whether the server lets the courier take all of these orders. On shift or not. */
export const canTakeOrders = (
  { employeeId, isDisabled, plate, regionId }: BoardCourier,
  orders: readonly BoardOrder[],
): boolean =>
  !isDisabled &&
  plate !== '' &&
  orders.every(
    (order) => order.courierId !== employeeId && (regionId === null || order.regionIds.includes(regionId)),
  )

function fitOf(courier: BoardCourier, orders: readonly BoardOrder[], { assigned }: Plan): CourierFit {
  const work = assigned.filter(
    ({ orderId, courierId }) =>
      courierId === courier.employeeId && !orders.some((order) => order.orderId === orderId),
  )
  const all = [...work, ...orders]
  return {
    courier,
    isFree: !work.some((one) => orders.some((order) => overlaps(one, order))),
    hasRoom: all.every(({ pickup }) => piecesAt(all, timeOf(pickup)) <= policy.carPieces),
    orders: work.length,
    pieces: work.reduce((sum, { pieces }) => sum + pieces, 0),
  }
}

/**
 * Returns the courier on shift who fits the orders best; null if no courier on shift may take them. Compares in this
 * order: free at that time, room in the car, not on a break, of the region instead of every region, fewest bags.
 */
export function suggestCourier(plan: Plan, orders: readonly BoardOrder[]): CourierFit | null {
  if (orders.length === 0) return null
  const fits = plan.couriers
    .filter((courier) => courier.isOnShift && canTakeOrders(courier, orders))
    .map((courier) => fitOf(courier, orders, plan))
  const [best = null] = fits.sort(
    (one, other) =>
      Number(other.isFree) - Number(one.isFree) ||
      Number(other.hasRoom) - Number(one.hasRoom) ||
      Number(one.courier.isOnBreak) - Number(other.courier.isOnBreak) ||
      Number(one.courier.regionId === null) - Number(other.courier.regionId === null) ||
      one.pieces - other.pieces,
  )
  return best
}
