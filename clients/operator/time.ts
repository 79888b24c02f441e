import { wallClock } from '@handsfree/core/lib'

/** Formats as `2026-11-21 10:00` in an IANA zone, UTC without one. */
export const timeIn = (timeZone: string | null, instant: string): string =>
  wallClock(Date.parse(instant), timeZone ?? 'UTC').format('YYYY-MM-DD HH:mm')

export type CityZone = { timeZone: string; cityName: string }

/** Formats with the city: `2026-11-21 10:00 Hangzhou`. */
export const timeOf = ({ timeZone, cityName }: CityZone, instant: string): string =>
  `${timeIn(timeZone, instant)} ${cityName}`
