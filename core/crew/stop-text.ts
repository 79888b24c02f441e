import type { OperatorOrder } from '../contract/operator.ts'
import { durationText } from '../i18n/duration.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { formatClock, formatTime } from '../i18n/time.ts'
import type { Stop } from './day.ts'

type Window = Pick<Stop, 'from' | 'until' | 'timeZone'>

/** "Today at 2:30 PM", or with the end of the window: "Today at 2:30 PM to 3:00 PM". `now` is ms since 1970. */
export function windowText(
  intl: Formatter,
  { from, until, timeZone }: Window,
  { now, city }: { now: number; city?: string },
): string {
  const start = formatTime(from, { intl, now, timeZone, city })
  if (Date.parse(until) <= Date.parse(from)) return start
  return intl.formatMessage(
    { id: 'crewHome.window' },
    { from: start, until: formatClock(until, { intl, timeZone }) },
  )
}

/** Time left is shown from three hours before the end, in ms. */
const shownLeftMs = 3 * 3_600_000

/** Until when the courier can answer an ask; empty for one that doesn't expire. `now` is ms since 1970. */
export const askText = (
  intl: Formatter,
  { askEndTime, timeZone, cityName }: Pick<OperatorOrder, 'askEndTime' | 'timeZone' | 'cityName'>,
  now: number,
): string =>
  askEndTime === null
    ? ''
    : intl.formatMessage(
        { id: 'crewHome.answerBy' },
        { time: formatTime(askEndTime, { intl, now, timeZone, city: cityName, inSentence: true }) },
      )

export type TimeLeft = { text: string; isLate: boolean }

/** "20 minutes left" or "5 minutes late"; null more than three hours before the end. `now` is ms since 1970. */
export function timeLeftText(intl: Formatter, { until }: Pick<Stop, 'until'>, now: number): TimeLeft | null {
  const leftMs = Date.parse(until) - now
  if (leftMs > shownLeftMs) return null
  const isLate = leftMs < 0
  const duration = durationText(intl, Math.max(60, Math.floor(Math.abs(leftMs) / 1_000)))
  return {
    text: intl.formatMessage({ id: isLate ? 'crewOrder.late' : 'crewOrder.left' }, { duration }),
    isLate,
  }
}
