import { isArrivalPast } from '../policy/arrival.ts'
import { dayOf } from './day.ts'
import { formatClock, formatTime, type TimeOptions, withCity } from './time.ts'

type Arrival = { arrivalFrom?: string | undefined; estimatedDelivery: string }

/** When bags are expected, as a window: "today at 4:30 PM–5:00 PM"; a point in time where there is none. */
export function arrivalWords({ arrivalFrom, estimatedDelivery }: Arrival, options: TimeOptions): string {
  if (!arrivalFrom || Date.parse(arrivalFrom) === Date.parse(estimatedDelivery))
    return formatTime(estimatedDelivery, options)
  const { timeZone } = options
  // The city is named once, at the end.
  const { city: _, ...rest } = options
  const isOneDay = dayOf(arrivalFrom, timeZone) === dayOf(estimatedDelivery, timeZone)
  const until = isOneDay
    ? formatClock(estimatedDelivery, options)
    : formatTime(estimatedDelivery, { ...rest, inSentence: true })
  return withCity(`${formatTime(arrivalFrom, rest)}–${until}`, arrivalFrom, options)
}

/** When bags are expected, or that they are late: "Expected today at 4:30 PM–5:00 PM". */
export const expectedWords = (arrival: Arrival, options: TimeOptions): string =>
  options.intl.formatMessage(
    { id: isArrivalPast(arrival, options.now) ? 'orderTag.late' : 'orderTag.arrives' },
    { time: arrivalWords(arrival, { ...options, inSentence: true }) },
  )
