import { wallClock } from '../lib/zone.ts'
import { dayOf } from './day.ts'
import type { Formatter } from './formatter.ts'

/** Milliseconds since 1970, or ISO 8601 with offset. */
export type Instant = number | string

export type TimeOptions = {
  /** IANA zone of the time: the pickup site's. */
  timeZone: string
  /** Determines today; ms since 1970. */
  now: number
  intl: Formatter
  /** The zone's city, shown if the device's clock differs. */
  city?: string | undefined
  /** Inside a sentence: "tomorrow at 6:00 AM". */
  inSentence?: boolean
  /** Defaults to the formatter's. */
  deviceTimeZone?: string | undefined
}

const toMs = (instant: Instant) => (typeof instant === 'number' ? instant : Date.parse(instant))

/** Whole days from one `yyyy-MM-dd` to another. */
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

const relativeDayKeys = ['today', 'tomorrow'] as const

/** Yesterday, today or tomorrow; null for any other day. `day` is `yyyy-MM-dd`. */
function relativeDay(day: string, { timeZone, now, intl, inSentence }: TimeOptions): string | null {
  const days = daysBetween(dayOf(now, timeZone), day)
  const word = days === -1 ? 'yesterday' : relativeDayKeys[days]
  if (!word) return null
  return intl.formatMessage({ id: inSentence ? `time.${word}InSentence` : `time.${word}` })
}

/** `day` is `yyyy-MM-dd`. */
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

/** `Tue, Nov 24`, `11月24日 周二`; with the year unless it is the current one. */
function formatDate(day: string, { timeZone, now, intl }: TimeOptions): string {
  const isThisYear = day.slice(0, 4) === dayOf(now, timeZone).slice(0, 4)
  return writeDate(day, intl, isThisYear ? 'time.date' : 'time.dateOfYear')
}

/**
 * `Today`, `Tomorrow`, `Yesterday`, else the date. Always the date if the device's date differs from the zone's, where
 * "today" would be ambiguous. `day` is `yyyy-MM-dd` in the zone.
 */
export function formatDay(day: string, options: TimeOptions): string {
  const { now, timeZone, intl, deviceTimeZone = intl.timeZone ?? timeZone } = options
  const isSameDate = dayOf(now, deviceTimeZone) === dayOf(now, timeZone)
  return (isSameDate && relativeDay(day, options)) || formatDate(day, options)
}

/** A day for a chip: `Today`, `Tomorrow`, `Mon 23`. Days of another month show it. */
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

const clock12Options = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const
const clock24Options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const clockOptions = ({ locale }: Formatter) => (locale === 'zh-CN' ? clock24Options : clock12Options)

/** The time of day: `9:05 AM` with a no-break space, `09:05`. */
export const formatClock = (
  instant: Instant,
  { timeZone, intl }: Pick<TimeOptions, 'timeZone' | 'intl'>,
): string =>
  intl
    .formatTime(wallClock(toMs(instant), timeZone).valueOf(), {
      timeZone: 'UTC',
      ...clockOptions(intl),
    })
    // Node and browsers put different spaces before AM. Prevents a line break there.
    .replace(/\s/, '\u00a0')

/** The time of day in a sentence: `noon` instead of `12:00 PM`, which some read as midnight. */
export const clockInSentence = (instant: Instant, options: Pick<TimeOptions, 'timeZone' | 'intl'>): string =>
  formatClock(instant, options).replace(/^12:00\sPM$/, 'noon')

/** Two times of one day: `5:40–6:00 PM`, `17:40–18:00`. */
export const formatClockRange = (
  from: Instant,
  until: Instant,
  { timeZone, intl }: Pick<TimeOptions, 'timeZone' | 'intl'>,
): string => {
  const at = (instant: Instant) => wallClock(toMs(instant), timeZone).valueOf()
  return (
    intl
      .formatDateTimeRange(at(from), at(until), { timeZone: 'UTC', ...clockOptions(intl) })
      // Node and browsers put different spaces and dashes.
      .replace(/\s?[-–]\s?/, '–')
      .replace(/\s/g, '\u00a0')
  )
}

/** Formats a site's `HH:mm`: `7:00 AM`, `07:00`. */
export const formatHour = (hour: string, intl: Formatter): string =>
  formatClock(`1970-01-01T${hour}:00Z`, { timeZone: 'UTC', intl })

/** Whether the device's local time differs from the zone's at that instant; false if the device's zone is unknown. */
export function isOtherTimeZone(
  instant: Instant,
  timeZone: string,
  deviceTimeZone: string | undefined,
): boolean {
  const time = toMs(instant)
  return (
    deviceTimeZone !== undefined &&
    wallClock(time, timeZone).valueOf() !== wallClock(time, deviceTimeZone).valueOf()
  )
}

/** Adds the zone's city if the device is elsewhere. */
export const withCity = (
  at: string,
  instant: Instant,
  { timeZone, intl, city, deviceTimeZone = intl.timeZone }: TimeOptions,
): string =>
  city && isOtherTimeZone(instant, timeZone, deviceTimeZone)
    ? // Leading digits: Chinese sets a space before digits and Latin letters, but not before 明天.
      intl.formatMessage({ id: 'time.inCity' }, { at, city, digits: at.search(/\D/) })
    : at

/** A time after other words: Chinese sets a space before digits and Latin letters, but not before 明天. */
export const afterWords = (intl: Formatter, time: string): string =>
  intl.locale === 'zh-CN' && /^\w/.test(time) ? ` ${time}` : time

/** A promised time: `Today at 2:30 PM`, `Tue, Nov 24 at 10:05 AM`; with `(Hangzhou)` if the device is elsewhere. */
export function formatTime(instant: Instant, options: TimeOptions): string {
  const { timeZone, intl } = options
  const time = intl.formatMessage(
    { id: 'time.dayAndClock' },
    { day: formatDay(dayOf(toMs(instant), timeZone), options), clock: clockInSentence(instant, options) },
  )
  return withCity(time, instant, options)
}

/** A short time: `2:02 PM` today, `Fri, Nov 20 at 2:02 PM (Hangzhou)` on another day or elsewhere. */
export function formatShortTime(instant: number, options: TimeOptions): string {
  const { timeZone, now, intl, city, deviceTimeZone = intl.timeZone } = options
  const isToday = dayOf(instant, timeZone) === dayOf(now, timeZone)
  return isToday && !(city && isOtherTimeZone(instant, timeZone, deviceTimeZone))
    ? formatClock(instant, options)
    : formatTime(instant, { inSentence: true, ...options })
}

/** A time for printing, without relative days: `Tue, Nov 24, 2026 at 10:05 AM`. */
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
