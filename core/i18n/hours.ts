import { type Site, weekdays } from '../contract/site.ts'
import { policy } from '../policy/numbers.ts'
import { dayOf } from './day.ts'
import type { Formatter } from './formatter.ts'
import { listText } from './list.ts'
import { formatHour } from './time.ts'

const dayMs = 24 * 60 * 60_000

const rangeText = (intl: Formatter, opens: string, closes: string): string =>
  intl.formatMessage({ id: 'siteDetail.hours' }, { opens, closes })

/** Opening hours: "7:00 AM to 10:00 PM". */
export const hoursText = (intl: Formatter, hours: Site['hours']): string =>
  hours && hours.opens !== hours.closes
    ? rangeText(intl, formatHour(hours.opens, intl), formatHour(hours.closes, intl))
    : intl.formatMessage({ id: 'siteDetail.allDay' })

/**
 * Closed days within the bookable period: "Closed on Sundays and Feb 5 to Feb 11"; empty without any. `now` is ms since
 * 1970.
 */
export function closedDaysText(
  intl: Formatter,
  { hours, timeZone }: Pick<Site, 'hours' | 'timeZone'>,
  now: number,
): string {
  const closedDays = hours?.closedDays ?? []
  const write = (at: number, options: Intl.DateTimeFormatOptions) =>
    intl.formatDate(at, { ...options, timeZone: 'UTC' })
  const dayAhead = (days: number) => dayOf(now + days * dayMs, timeZone)
  // January 1, 2023 was a Sunday. Weeks are listed from Monday.
  const dayTexts = [1, 2, 3, 4, 5, 6, 0].flatMap((index) => {
    if (!closedDays.includes(weekdays[index]!)) return []
    const day = write(Date.UTC(2023, 0, 1 + index), { weekday: 'long' })
    return intl.formatMessage({ id: 'siteDetail.weekday' }, { day })
  })
  let lastTime = 0
  let rangeStart = ''
  for (const date of [...closedDays].sort()) {
    if (date < dayAhead(0) || date > dayAhead(2 * policy.pickupDaysAhead)) continue
    const at = Date.parse(date)
    const day = write(at, { month: 'short', day: 'numeric' })
    if (at - lastTime > dayMs) {
      rangeStart = day
      dayTexts.push(day)
    } else dayTexts[dayTexts.length - 1] = rangeText(intl, rangeStart, day)
    lastTime = at
  }
  return dayTexts.length > 0
    ? intl.formatMessage({ id: 'siteDetail.closedOn' }, { days: listText(intl, dayTexts) })
    : ''
}
