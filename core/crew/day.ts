import type { OperatorOrder } from '../contract/operator.ts'
import type { OrderPlace } from '../contract/order.ts'

/** A place where a courier takes or leaves bags of one or more orders. */
export type Stop = {
  /** Stable while the courier is on the way there. */
  key: string
  kind: 'pickup' | 'delivery'
  place: OrderPlace
  timeZone: string
  /** Time window over all orders, ISO 8601. */
  from: string
  until: string
  orders: readonly OperatorOrder[]
  /** Bags over all orders. */
  pieces: number
}

/** A courier's tasks. `asks` wait for a yes or no; `stops` are in the order of their time windows. */
export type CourierDay = {
  asks: readonly OperatorOrder[]
  stops: readonly Stop[]
  pickups: number
  deliveries: number
  pieces: number
}

/** Whether this courier is asked to take the order, at first or from a colleague. */
export const isAsk = ({ lifecycle, courierId, transferToId }: OperatorOrder, employeeId: string): boolean =>
  (lifecycle.assignment === 'waitDecision' && courierId === employeeId) ||
  (lifecycle.transfer === 'waitDecision' && transferToId === employeeId)

/** The next place of a courier's order; null once the bags are stored or handed over. */
export function nextStopOf(order: OperatorOrder): Omit<Stop, 'orders' | 'pieces'> | null {
  const { lifecycle, timeZone } = order
  if (lifecycle.closing !== 'open') return null
  const isReturning = lifecycle.return === 'inProgress'
  const hasNewPlace = isReturning || lifecycle.return === 'wait'
  if (lifecycle.pickup !== 'pickuped') {
    const { pickup: place, pickupTime } = order
    return {
      key: keyOf('pickup', order, place),
      kind: 'pickup',
      place,
      timeZone,
      from: pickupTime,
      until: pickupTime,
    }
  }
  const isWithCourier = lifecycle.warehouse === 'none' || lifecycle.warehouse === 'waitConfirm'
  if (!isWithCourier && !isReturning) return null
  const place = (hasNewPlace && order.returning?.place) || order.delivery
  const { arrivalFrom, estimatedDelivery, deliveryTime } = order
  return {
    key: keyOf('delivery', order, place),
    kind: 'delivery',
    place,
    timeZone,
    from: arrivalFrom ?? deliveryTime,
    until: estimatedDelivery,
  }
}

const keyOf = (kind: Stop['kind'], { orderId }: OperatorOrder, { siteId }: OrderPlace): string =>
  `${kind}-${siteId ?? orderId}`

const earlier = (one: string, other: string): string => (Date.parse(other) < Date.parse(one) ? other : one)
const later = (one: string, other: string): string => (Date.parse(other) > Date.parse(one) ? other : one)

/** Groups a courier's open orders by their next place, the earliest first. */
export function toCourierDay(orders: readonly OperatorOrder[], employeeId: string): CourierDay {
  const asks = orders.filter((order) => isAsk(order, employeeId))
  const stops = new Map<string, Stop>()
  for (const order of orders) {
    if (order.courierId !== employeeId || order.lifecycle.assignment !== 'accepted') continue
    const next = nextStopOf(order)
    if (!next) continue
    const known = stops.get(next.key)
    stops.set(
      next.key,
      known
        ? {
            ...known,
            from: earlier(known.from, next.from),
            until: later(known.until, next.until),
            orders: [...known.orders, order],
            pieces: known.pieces + order.pieces,
          }
        : { ...next, orders: [order], pieces: order.pieces },
    )
  }
  const sorted = [...stops.values()].sort((one, other) => Date.parse(one.from) - Date.parse(other.from))
  const count = (kind: Stop['kind']) => sorted.filter((stop) => stop.kind === kind).length
  return {
    asks,
    stops: sorted,
    pickups: count('pickup'),
    deliveries: count('delivery'),
    pieces: sorted.reduce((sum, stop) => sum + stop.pieces, 0),
  }
}

/** Open orders of a desk or operator by the time of their next place, earliest first; stored ones by their delivery. */
export function sortOpenOrders(orders: readonly OperatorOrder[]): OperatorOrder[] {
  const timeOf = (order: OperatorOrder) => Date.parse(nextStopOf(order)?.from ?? order.estimatedDelivery)
  return [...orders].sort((one, other) => timeOf(one) - timeOf(other))
}
