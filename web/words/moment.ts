import type { IntlShape } from 'react-intl'

const dayMs = 86_400_000

/** The calendar day of an instant in a zone, as a number that grows by one a day. */
const dayNumber = (time: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(time)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day')) / dayMs
}

const nearDays: Record<number, string> = { [-1]: 'time.yesterday', 0: 'time.today', 1: 'time.tomorrow' }

/** The clock of an instant in a zone: "14:30". */
export const clockWords = (intl: IntlShape, time: string | number, timeZone: string): string =>
  intl.formatTime(new Date(time), { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/**
 * An instant as words, in a place's time: "today 14:30", "tomorrow 10:00", "Tue, Nov 24, 10:05".
 * `start` where the words begin a sentence or stand alone. `now` is milliseconds since 1970.
 */
export function momentWords(
  intl: IntlShape,
  time: string | number,
  { timeZone, now, start = false }: { timeZone: string; now: number; start?: boolean },
): string {
  const instant = new Date(time)
  const clock = clockWords(intl, time, timeZone)
  const near = nearDays[dayNumber(instant.getTime(), timeZone) - dayNumber(now, timeZone)]
  if (near) return intl.formatMessage({ id: near }, { clock, start: String(start) })
  const day = intl.formatDate(instant, { timeZone, weekday: 'short', month: 'short', day: 'numeric' })
  return intl.formatMessage({ id: 'time.otherDay' }, { day, clock })
}

/** Whether a place's clock shows another time than this device's at that instant: then its city is named beside it. */
export function isElsewhere(time: string | number, timeZone: string): boolean {
  const clock = (zone: string | undefined) =>
    new Intl.DateTimeFormat('en-US', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
      new Date(time),
    )
  return clock(timeZone) !== clock(undefined)
}
