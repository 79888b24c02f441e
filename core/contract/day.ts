import * as v from 'valibot'

const ofThisCentury = /^20\d\d-\d\d-\d\d$/

/** Whether a text is a day of the calendar, such as `2027-02-06`. */
export const isDay = (text: string): boolean =>
  ofThisCentury.test(text) && new Date(text).toJSON()?.slice(0, 10) === text

/** A day of the calendar, such as `2026-11-30`. */
export const Day = v.pipe(v.string(), v.regex(ofThisCentury), v.check(isDay))
