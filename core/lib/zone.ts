import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)

const minute = 60_000
const day = 24 * 60 * minute

const formats = new Map<string, Intl.DateTimeFormat>()

const createFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })

/** A formatter is dear to make: a form asks about dozens of days of one zone. An unknown zone is read as UTC. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  return (isKnownZone(timeZone) && formats.get(timeZone)) || formatOf('UTC')
}

/** Whether `Intl` knows a zone. Devices have names of their own (`Etc/Unknown`), and old ones lack new zones. */
export function isKnownZone(timeZone: string): boolean {
  if (formats.has(timeZone)) return true
  try {
    formats.set(timeZone, createFormat(timeZone))
    return true
  } catch {
    return false
  }
}

/** A zone as it is told by the device, for `Intl`: UTC, as its clock shows, where `Intl` does not know it. */
export const knownZone = (timeZone: string | undefined): string =>
  timeZone !== undefined && isKnownZone(timeZone) ? timeZone : 'UTC'

const fixedZone = /^UTC([+-])(\d\d)(\d\d)$/

/** The name of a zone whose clocks are always that many minutes ahead of UTC. Only functions of this module read it. */
export function fixedZoneOf(utcOffset: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const ahead = Math.abs(utcOffset)
  return `UTC${utcOffset < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}${two(ahead % 60)}`
}

/** Milliseconds by which the clocks of a zone are ahead of UTC at an instant (milliseconds since 1970). */
function askOffset(time: number, timeZone: string): number {
  const [, sign, hours, minutes] = fixedZone.exec(timeZone) ?? []
  if (sign) return (Number(hours) * 60 + Number(minutes)) * minute * (sign === '-' ? -1 : 1)
  const parts = formatOf(timeZone).formatToParts(time)
  const get = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const wall = Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'))
  return wall - Math.floor(time / minute) * minute
}

const maxKept = 2_000
const kept = new Map<string, Map<number, number>>()

/** The offset at which a day of UTC begins, cached: a form needs hundreds of slots of the same days. */
function offsetOfDay(index: number, timeZone: string): number {
  const days = kept.get(timeZone) ?? new Map<number, number>()
  const known = days.get(index)
  if (known !== undefined) return known
  if (days.size >= maxKept) days.clear()
  const offset = askOffset(index * day, timeZone)
  kept.set(timeZone, days.set(index, offset))
  return offset
}

/** As `askOffset`, which is only called on a day on which the clocks change. */
export function offsetAt(time: number, timeZone: string): number {
  const index = Math.floor(time / day)
  const offset = offsetOfDay(index, timeZone)
  return offset === offsetOfDay(index + 1, timeZone) ? offset : askOffset(time, timeZone)
}

/** Minutes by which a zone's clocks are ahead of UTC at an instant (milliseconds since 1970). */
export const utcOffsetAt = (time: number, timeZone: string): number => offsetAt(time, timeZone) / minute

/**
 * The wall clock of a zone at an instant (milliseconds since 1970), to be read as a time of UTC. Day.js computes other
 * zones by the device's own clock, which skips an hour in spring; in UTC nothing is skipped.
 */
export const wallClock = (time: number, timeZone: string): Dayjs => dayjs.utc(time + offsetAt(time, timeZone))

/** An instant in ISO 8601 with the offset at which its wall clock (milliseconds, as of UTC) shows it. */
function writeInstant(wall: number, time: number): string {
  const ahead = Math.round((wall - time) / minute)
  const two = (value: number) => String(value).padStart(2, '0')
  const offset = `${ahead < 0 ? '-' : '+'}${two(Math.floor(Math.abs(ahead) / 60))}:${two(Math.abs(ahead) % 60)}`
  return `${new Date(wall).toISOString().slice(0, 19)}${offset}`
}

/** The first instant at which a zone's clocks show a time of the day; null when they skip it. */
type InstantAt = (minutes: number) => { time: number; readonly iso: string } | null

/**
 * The instants of one calendar day of a zone by their minutes after midnight. The zone's offset is read again only
 * where its clocks change about then. `date` is `yyyy-MM-dd`.
 */
export function instantsOfDay(date: string, timeZone: string): InstantAt {
  const midnight = Date.parse(date)
  const before = offsetAt(midnight - day, timeZone)
  const after = offsetAt(midnight + 2 * day, timeZone)
  return (minutes) => {
    const wall = midnight + minutes * minute
    const isShown = (offset: number) => before === after || offsetAt(wall - offset, timeZone) === offset
    const offset = [before, after].find(isShown)
    if (offset === undefined) return null
    const time = wall - offset
    return {
      time,
      // Of hundreds of instants only the chosen day's are written.
      get iso() {
        return writeInstant(wall, time)
      },
    }
  }
}

/** An instant (milliseconds since 1970) in ISO 8601 with a zone's offset. */
export const atZone = (time: number, timeZone: string): string =>
  writeInstant(wallClock(time, timeZone).valueOf(), time)
