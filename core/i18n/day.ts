import { wallClock } from '../lib/zone.ts'

/** The calendar day of an instant in a zone, as `yyyy-MM-dd`. */
export const dayOf = (time: number | string, timeZone: string): string =>
  wallClock(typeof time === 'number' ? time : Date.parse(time), timeZone)
    .toISOString()
    .slice(0, 10)
