import { wallClock } from '@handsfree/core/lib'

/** An instant on the clocks of an IANA zone, as `2026-11-21 10:00`; in UTC without one. */
export const timeIn = (timeZone: string | null, instant: string): string =>
  wallClock(Date.parse(instant), timeZone ?? 'UTC').format('YYYY-MM-DD HH:mm')

/** What says which clocks a time is on. */
export type Placed = { timeZone: string; cityName: string }

/** An instant on the clocks of a place, with its city: `2026-11-21 10:00 Hangzhou`. */
export const timeOf = ({ timeZone, cityName }: Placed, instant: string): string =>
  `${timeIn(timeZone, instant)} ${cityName}`
