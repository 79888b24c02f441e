import { wallClock } from '../lib/zone.ts'
import { dayOf } from './day.ts'
import type { Formatter } from './formatter.ts'

/** An instant: milliseconds since 1970, or ISO 8601 with offset. */
export type Instant = number | string

export type TimeOptions = {
  /** IANA zone of the time: the pickup site's. */
  timeZone: string
  /** Milliseconds since 1970: decides which day is today. */
  now: number
  intl: Formatter
  /** The zone's city, shown wherever the device's clock differs from it. */
  city?: string | undefined
  /** In the middle of a sentence: "tomorrow at 6:00 AM". */
  inSentence?: boolean
  /** The formatter's by default. */
  deviceTimeZone?: string | undefined
}

const toMs = (instant: Instant) => (typeof instant === 'number' ? instant : Date.parse(instant))

/** Whole days from one `yyyy-MM-dd` to another. */
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

const wordOf = ['today', 'tomorrow'] as const

/** "Today", "tomorrow", or null for any other day. `day` is `yyyy-MM-dd`. */
function relativeDay(day: string, { timeZone, now, intl, inSentence }: TimeOptions): string | null {
  const days = daysBetween(dayOf(now, timeZone), day)
  const word = days === -1 ? 'yesterday' : wordOf[days]
  if (!word) return null
  return intl.formatMessage({ id: inSentence ? `time.${word}InSentence` : `time.${word}` })
}

/** A calendar date as the message writes it. `day` is `yyyy-MM-dd`. */
function writeDate(day: string, intl: Formatter, id: 'time.date' | 'time.dateOfYear'): string {
  const at = Date.parse(day)
  const part = (options: Intl.DateTimeFormatOptions) => intl.formatDate(at, { timeZone: 'UTC', ...options })
  return intl.formatMessage(
    { id },
    {
      weekday: part({ weekday: 'short' }),
      day: part({ day: 'numeric' }),
      month: part({ month: 'short' }),
      year: part({ year: 'numeric' }),
    },
  )
}

/** A calendar date: `Tue, Nov 24`, `11月24日 周二`; with its year when that is not the present one. */
function formatDate(day: string, { timeZone, now, intl }: TimeOptions): string {
  const isThisYear = day.slice(0, 4) === dayOf(now, timeZone).slice(0, 4)
  return writeDate(day, intl, isThisYear ? 'time.date' : 'time.dateOfYear')
}

/**
 * A day by name: `Today`, `Tomorrow`, `Yesterday`, else its date, as for every day where the device has another date than
 * the zone: its today is another day. `day` is `yyyy-MM-dd` in the zone.
 */
export function formatDay(day: string, options: TimeOptions): string {
  const { now, timeZone, intl, deviceTimeZone = intl.timeZone ?? timeZone } = options
  const isSameDate = dayOf(now, deviceTimeZone) === dayOf(now, timeZone)
  return (isSameDate && relativeDay(day, options)) || formatDate(day, options)
}

/** A day for a chip: `Today`, `Tomorrow`, `Mon 23`; with the month on its first day in the row. */
export function formatDayChip(day: string, options: TimeOptions): string {
  const relative = relativeDay(day, options)
  if (relative) return relative
  if (day.slice(0, 7) !== dayOf(options.now, options.timeZone).slice(0, 7)) return formatDate(day, options)
  const part = (format: Intl.DateTimeFormatOptions) =>
    options.intl.formatDate(Date.parse(day), { timeZone: 'UTC', ...format })
  return options.intl.formatMessage(
    { id: 'time.weekdayAndDay' },
    { weekday: part({ weekday: 'short' }), day: part({ day: 'numeric' }) },
  )
}

const ofTwelveHours = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const
const ofDay = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** The time of day: `9:05 AM` with a no-break space, `09:05`. */
export const formatClock = (
  instant: Instant,
  { timeZone, intl }: Pick<TimeOptions, 'timeZone' | 'intl'>,
): string =>
  intl
    .formatTime(wallClock(toMs(instant), timeZone).valueOf(), {
      timeZone: 'UTC',
      ...(intl.locale === 'zh-CN' ? ofDay : ofTwelveHours),
    })
    // Node and browsers differ in which space they put before AM. No line ends there.
    .replace(/\s/, '\u00a0')

/** A time of day that is a site's, `HH:mm`: `7:00 AM`, `07:00`. */
export const formatHour = (hour: string, intl: Formatter): string =>
  formatClock(`1970-01-01T${hour}:00Z`, { timeZone: 'UTC', intl })

/** Whether the device's clock shows another time than the zone's at that instant; not for a device of unknown zone. */
export function isElsewhere(instant: Instant, timeZone: string, deviceTimeZone: string | undefined): boolean {
  const time = toMs(instant)
  return (
    deviceTimeZone !== undefined &&
    wallClock(time, timeZone).valueOf() !== wallClock(time, deviceTimeZone).valueOf()
  )
}

/** The words of a time, with the zone's city where the device is elsewhere. */
export const withCity = (
  at: string,
  instant: Instant,
  { timeZone, intl, city, deviceTimeZone = intl.timeZone }: TimeOptions,
): string =>
  city && isElsewhere(instant, timeZone, deviceTimeZone)
    ? // How many digits it begins with: Chinese sets a space before them, and none before a word as 明天.
      intl.formatMessage({ id: 'time.inCity' }, { at, city, digits: at.search(/\D/) })
    : at

/** A point in time as a promise: `Today at 2:30 PM`, `Tue, Nov 24 at 10:05 AM`, and `… (Hangzhou)` when the device is elsewhere. */
export function formatTime(instant: Instant, options: TimeOptions): string {
  const { timeZone, intl } = options
  const time = intl.formatMessage(
    { id: 'time.dayAndClock' },
    { day: formatDay(dayOf(toMs(instant), timeZone), options), clock: formatClock(instant, options) },
  )
  return withCity(time, instant, options)
}

/** A moment in few words: `2:02 PM` while that is enough, `Fri, Nov 20 at 2:02 PM (Hangzhou)` on another day or elsewhere. */
export function shortMoment(instant: number, options: TimeOptions): string {
  const { timeZone, now, intl, city, deviceTimeZone = intl.timeZone } = options
  const isToday = dayOf(instant, timeZone) === dayOf(now, timeZone)
  return isToday && !(city && isElsewhere(instant, timeZone, deviceTimeZone))
    ? formatClock(instant, options)
    : formatTime(instant, { inSentence: true, ...options })
}

/** A point in time on paper, where "today" means nothing: `Tue, Nov 24, 2026 at 10:05 AM`. */
export const formatFullTime = (
  instant: Instant,
  { timeZone, intl }: Pick<TimeOptions, 'timeZone' | 'intl'>,
): string =>
  intl.formatMessage(
    { id: 'time.dayAndClock' },
    {
      day: writeDate(dayOf(toMs(instant), timeZone), intl, 'time.dateOfYear'),
      clock: formatClock(instant, { timeZone, intl }),
    },
  )
