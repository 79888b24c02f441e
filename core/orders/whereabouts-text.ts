import type { Order } from '../contract/order.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { formatTime } from '../i18n/time.ts'
import { isOnItsWay, isToArrive } from './order-state.ts'

const minute = 60_000
const minutesInWords = 60

/** Where bags on the way were last scanned, and how long ago. Null without a place. `now` is ms since 1970. */
export function scanText(intl: Formatter, order: Order, now: number): string | null {
  if (!isOnItsWay(order) || !isToArrive(order) || !order.currentAddress) return null
  return intl.formatMessage(
    { id: 'order.scanned' },
    {
      place: order.currentAddress,
      ago: order.scannedTime ? agoText(intl, order, order.scannedTime, now) : 'none',
    },
  )
}

/** In minutes for an hour, then as a time. */
function agoText(intl: Formatter, { timeZone, cityName: city }: Order, time: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(time)) / minute))
  return minutes < minutesInWords
    ? intl.formatMessage({ id: 'order.scannedAgo' }, { minutes })
    : formatTime(time, { intl, now, timeZone, city, inSentence: true })
}

/** The minutes left in the last hour before the expected arrival; null at any other time. */
export function arrivesSoonText(intl: Formatter, order: Order, now: number): string | null {
  if (!isOnItsWay(order) || !isToArrive(order) || order.returning) return null
  const minutes = Math.ceil((Date.parse(order.estimatedDelivery) - now) / minute)
  return minutes > 0 && minutes <= minutesInWords
    ? intl.formatMessage({ id: 'order.arrivesSoon' }, { minutes })
    : null
}
