import { dayOf } from './day.ts'
import { formatClock, formatTime, isElsewhere, type TimeOptions } from './time.ts'

/** A moment in few words: `2:02 PM` while that is enough, `Fri, Nov 20 at 2:02 PM (Hangzhou)` on another day or elsewhere. */
export function shortMoment(instant: number, options: TimeOptions): string {
  const { timeZone, now, intl, city, deviceTimeZone = intl.timeZone } = options
  const isToday = dayOf(instant, timeZone) === dayOf(now, timeZone)
  return isToday && !(city && isElsewhere(instant, timeZone, deviceTimeZone))
    ? formatClock(instant, options)
    : formatTime(instant, { inSentence: true, ...options })
}
