import type { Order, OrderPlace } from '../contract/order.ts'
import { brandOf } from '../i18n/brand.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { formatAddress } from '../i18n/place.ts'
import { policy } from '../policy/numbers.ts'
import { calendarFile } from './ics.ts'

const minute = 60_000

/** Pickup and delivery of an order as an iCalendar file, in the pickup site's time. `now` is ms since 1970. */
export function orderCalendar(intl: Formatter, order: Order, now: number): string {
  const { orderNumber, pieces, pickup, delivery, pickupTime, estimatedDelivery, timeZone } = order
  const arrivalFrom = order.arrivalFrom ?? estimatedDelivery
  const windowMinutes = Math.round((Date.parse(estimatedDelivery) - Date.parse(arrivalFrom)) / minute)
  // In seconds, since calendars only accept updates with a higher sequence.
  const sequence = Math.floor((Date.parse(order.updateTime) - Date.parse(order.createTime)) / 1_000)
  const placeOf = (place: OrderPlace) =>
    place.siteId === null ? place.name : `${place.name}, ${formatAddress(place, intl)}`
  const event = (end: 'pickup' | 'delivery', start: string, minutes: number, place: OrderPlace) => ({
    uid: `${orderNumber.replaceAll(' ', '')}-${end}@handsfree`,
    start,
    minutes,
    sequence: Math.max(sequence, 0),
    title: intl.formatMessage({ id: `calendar.${end}` }, { pieces }),
    place: placeOf(place),
    detail: intl.formatMessage({ id: 'calendar.order' }, { orderNumber }),
  })
  const events = [
    event('pickup', pickupTime, policy.slotMinutes, pickup),
    event('delivery', arrivalFrom, windowMinutes || policy.slotMinutes, delivery),
  ]
  return calendarFile(events, { timeZone, now, brand: brandOf(intl.messages) })
}
