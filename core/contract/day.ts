import * as v from 'valibot'

const dayPattern = /^20\d\d-\d\d-\d\d$/

/** Whether a text is a calendar day of this century, such as `2027-02-06`. */
export const isDay = (text: string): boolean =>
  dayPattern.test(text) && new Date(text).toJSON()?.slice(0, 10) === text

export const Day = v.pipe(v.string(), v.regex(dayPattern), v.check(isDay))
