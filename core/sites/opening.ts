import type { Site } from '../contract/site.ts'
import { offsetAt } from '../lib/zone.ts'

const minute = 60_000
const day = 24 * 60 * minute

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * Whether a site is open at a local time (ms, as if UTC). Hours such as 18:00 to 02:00 extend into the next day and
 * belong to the day they start.
 */
export function isOpenAt(hours: Site['hours'], wall: number): boolean {
  if (!hours) return true
  const at = (wall % day) / minute
  const [opens, closes] = [minutesOf(hours.opens), minutesOf(hours.closes)]
  const isAfterMidnight = at < closes && closes <= opens
  if (opens < closes ? at < opens || at >= closes : at < opens && !isAfterMidnight) return false
  if (!hours.closedDays) return true
  const began = new Date(isAfterMidnight ? wall - day : wall)
  const names = [began.toISOString(), began.toUTCString()]
  return !hours.closedDays.some((closed) => names.some((name) => name.startsWith(closed)))
}

/** Whether a site is open at an instant (ms since 1970). */
export const isOpenNow = ({ hours, timeZone }: Pick<Site, 'hours' | 'timeZone'>, now: number): boolean =>
  isOpenAt(hours, now + offsetAt(now, timeZone))
