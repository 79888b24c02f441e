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

/** Cached, since creating a formatter is slow and a form needs dozens of days. Unknown zones fall back to UTC. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  return (isKnownZone(timeZone) && formats.get(timeZone)) || formatOf('UTC')
}

/** Whether `Intl` supports a zone. Devices report other names (`Etc/Unknown`), and old ones lack new zones. */
export function isKnownZone(timeZone: string): boolean {
  if (formats.has(timeZone)) return true
  try {
    formats.set(timeZone, createFormat(timeZone))
    return true
  } catch {
    return false
  }
}

/** The device's zone if `Intl` supports it, else UTC. */
export const knownZone = (timeZone: string | undefined): string =>
  timeZone !== undefined && isKnownZone(timeZone) ? timeZone : 'UTC'

const fixedZone = /^UTC([+-])(\d\d)(\d\d)$/

/** Name of a zone at a fixed offset in minutes. Only this module understands it. */
export function fixedZoneOf(utcOffset: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const ahead = Math.abs(utcOffset)
  return `UTC${utcOffset < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}${two(ahead % 60)}`
}

/** A zone's UTC offset at an instant (ms since 1970), in ms. */
function computeOffset(time: number, timeZone: string): number {
  const [, sign, hours, minutes] = fixedZone.exec(timeZone) ?? []
  if (sign) return (Number(hours) * 60 + Number(minutes)) * minute * (sign === '-' ? -1 : 1)
  const parts = formatOf(timeZone).formatToParts(time)
  const get = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const wall = Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'))
  return wall - Math.floor(time / minute) * minute
}

const maxCachedDays = 2_000
const offsetCache = new Map<string, Map<number, number>>()

/** Offset at the start of a UTC day. Cached, since a form needs hundreds of slots of the same days. */
function offsetOfDay(index: number, timeZone: string): number {
  const days = offsetCache.get(timeZone) ?? new Map<number, number>()
  const cachedOffset = days.get(index)
  if (cachedOffset !== undefined) return cachedOffset
  if (days.size >= maxCachedDays) days.clear()
  const offset = computeOffset(index * day, timeZone)
  offsetCache.set(timeZone, days.set(index, offset))
  return offset
}

/** As `askOffset`, which it calls only on days with a clock change. */
export function offsetAt(time: number, timeZone: string): number {
  const index = Math.floor(time / day)
  const offset = offsetOfDay(index, timeZone)
  return offset === offsetOfDay(index + 1, timeZone) ? offset : computeOffset(time, timeZone)
}

/** A zone's UTC offset at an instant (ms since 1970), in minutes. */
export const utcOffsetAt = (time: number, timeZone: string): number => offsetAt(time, timeZone) / minute

/**
 * A zone's local time at an instant (ms since 1970), to be read as UTC. Day.js computes other zones with the device's
 * own clock, which skips an hour in spring.
 */
export const wallClock = (time: number, timeZone: string): Dayjs => dayjs.utc(time + offsetAt(time, timeZone))

/** ISO 8601 of an instant. `wall` is its local time in ms, as if it were UTC. */
function writeInstant(wall: number, time: number): string {
  const ahead = Math.round((wall - time) / minute)
  const two = (value: number) => String(value).padStart(2, '0')
  const offset = `${ahead < 0 ? '-' : '+'}${two(Math.floor(Math.abs(ahead) / 60))}:${two(Math.abs(ahead) % 60)}`
  return `${new Date(wall).toISOString().slice(0, 19)}${offset}`
}

/** Null if the clocks skip that time. */
type InstantAt = (minutes: number) => { time: number; readonly iso: string } | null

/**
 * Maps minutes after midnight to instants of one calendar day (`yyyy-MM-dd`). Looks up offsets only around clock
 * changes.
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
      // Lazy: only the chosen day's slots of hundreds are formatted.
      get iso() {
        return writeInstant(wall, time)
      },
    }
  }
}

/** An instant (ms since 1970) as ISO 8601 with the zone's offset. */
export const atZone = (time: number, timeZone: string): string =>
  writeInstant(wallClock(time, timeZone).valueOf(), time)
