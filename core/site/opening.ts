import type { Site } from '../api/contract/site.ts'
import { wallClock } from '../clock/zone.ts'

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** Whether a site is open, in minutes after its midnight. Hours such as 18:00 to 02:00 reach into the next day. */
export function isOpenAt(hours: Site['hours'], at: number): boolean {
  if (!hours) return true
  const [opens, closes] = [minutesOf(hours.opens), minutesOf(hours.closes)]
  return opens < closes ? opens <= at && at < closes : opens <= at || at < closes
}

/** Whether a site is open at an instant (milliseconds since 1970), by its own clock. */
export function isOpenNow({ hours, timeZone }: Pick<Site, 'hours' | 'timeZone'>, now: number): boolean {
  const there = wallClock(now, timeZone)
  return isOpenAt(hours, there.hour() * 60 + there.minute())
}
