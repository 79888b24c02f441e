import { secondsSince } from './requests.ts'

export type Window = { readonly count: number; readonly seconds: number }

/** Returns the seconds until every window has room; 0 if all have. `times` are sorted newest first. */
export const secondsToWait = (times: readonly Date[], windows: readonly Window[], now: Date): number =>
  Math.max(
    0,
    ...windows.map(({ count, seconds }) => {
      const oldestThatCounts = times[count - 1]
      return oldestThatCounts ? Math.ceil(seconds - secondsSince(oldestThatCounts, now)) : 0
    }),
  )
