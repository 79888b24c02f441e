import { isArrivalPast } from '../policy/arrival.ts'
import { dayOf } from './day.ts'
import { afterWords, formatClockRange, formatDay, formatTime, type TimeOptions, withCity } from './time.ts'

type Arrival = { arrivalFrom?: string | undefined; estimatedDelivery: string }

/** Expected arrival window, such as "today, 4:30–5:00 PM"; a single time without a window. */
export function arrivalText({ arrivalFrom, estimatedDelivery }: Arrival, options: TimeOptions): string {
  if (!arrivalFrom || Date.parse(arrivalFrom) === Date.parse(estimatedDelivery))
    return formatTime(estimatedDelivery, options)
  const { timeZone, intl } = options
  // Names the city only once, at the end.
  const { city: _, ...rest } = options
  const day = dayOf(arrivalFrom, timeZone)
  const window =
    day === dayOf(estimatedDelivery, timeZone)
      ? intl.formatMessage(
          { id: 'time.dayAndRange' },
          { day: formatDay(day, rest), range: formatClockRange(arrivalFrom, estimatedDelivery, rest) },
        )
      : `${formatTime(arrivalFrom, rest)}–${formatTime(estimatedDelivery, { ...rest, inSentence: true })}`
  return withCity(window, arrivalFrom, options)
}

/** Expected arrival, or that the bags are late: "Expected today, 4:30–5:00 PM". */
export const expectedArrivalText = (arrival: Arrival, options: TimeOptions): string =>
  options.intl.formatMessage(
    { id: isArrivalPast(arrival, options.now) ? 'orderTag.late' : 'orderTag.arrives' },
    { when: afterWords(options.intl, arrivalText(arrival, { ...options, inSentence: true })) },
  )
