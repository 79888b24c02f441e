import type { Order, OrderPlace } from '../api/contract/order.ts'
import type { Formatter } from '../format/formatter.ts'
import { formatAddress } from '../format/place.ts'
import { policy } from '../policy/numbers.ts'
import { calendarFile } from './ics.ts'

/** Pickup and delivery of an order as an iCalendar file, in the pickup site's time. `now` is milliseconds since 1970. */
export function orderCalendar(intl: Formatter, order: Order, now: number): string {
  const { orderNumber, pieces, pickup, delivery, pickupTime, estimatedDelivery, timeZone } = order
  const placeOf = (place: OrderPlace) =>
    place.siteId === null ? place.name : `${place.name}, ${formatAddress(place, intl)}`
  const event = (end: 'pickup' | 'delivery', start: string, place: OrderPlace) => ({
    uid: `${orderNumber.replaceAll(' ', '')}-${end}@handsfree`,
    start,
    minutes: policy.slotMinutes,
    title: intl.formatMessage({ id: `calendar.${end}` }, { pieces }),
    place: placeOf(place),
    detail: intl.formatMessage({ id: 'calendar.order' }, { orderNumber }),
  })
  return calendarFile([event('pickup', pickupTime, pickup), event('delivery', estimatedDelivery, delivery)], {
    timeZone,
    now,
  })
}
