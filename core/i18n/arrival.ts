import { isArrivalPast } from '../policy/arrival.ts'
import { dayOf } from './day.ts'
import { formatClock, formatTime, type TimeOptions, withCity } from './time.ts'

type Arrival = { arrivalFrom?: string | undefined; estimatedDelivery: string }

/** Expected arrival window, such as "today at 4:30 PM–5:00 PM"; a single time without a window. */
export function arrivalText({ arrivalFrom, estimatedDelivery }: Arrival, options: TimeOptions): string {
  if (!arrivalFrom || Date.parse(arrivalFrom) === Date.parse(estimatedDelivery))
    return formatTime(estimatedDelivery, options)
  const { timeZone } = options
  // Names the city only once, at the end.
  const { city: _, ...rest } = options
  const isOneDay = dayOf(arrivalFrom, timeZone) === dayOf(estimatedDelivery, timeZone)
  const until = isOneDay
    ? formatClock(estimatedDelivery, options)
    : formatTime(estimatedDelivery, { ...rest, inSentence: true })
  return withCity(`${formatTime(arrivalFrom, rest)}–${until}`, arrivalFrom, options)
}

/** Expected arrival, or that the bags are late: "Expected today at 4:30 PM–5:00 PM". */
export const expectedArrivalText = (arrival: Arrival, options: TimeOptions): string =>
  options.intl.formatMessage(
    { id: isArrivalPast(arrival, options.now) ? 'orderTag.late' : 'orderTag.arrives' },
    { time: arrivalText(arrival, { ...options, inSentence: true }) },
  )
