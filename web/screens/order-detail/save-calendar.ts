import type { Order } from '@handsfree/core/api'
import { orderCalendar } from '@handsfree/core/calendar'
import type { Formatter } from '@handsfree/core/format'

/** Milliseconds within which a browser begins a download. */
const patienceMs = 60_000

/** Saves an order's pickup and delivery as a file that calendars open. `now` is milliseconds since 1970. */
export function saveCalendar(order: Order, intl: Formatter, now: number): void {
  const file = new Blob([orderCalendar(intl, order, now)], { type: 'text/calendar' })
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = `Handsfree-${order.orderNumber}.ics`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), patienceMs)
}
