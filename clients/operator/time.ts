/** `2026-11-21 02:00`, in UTC. */
const inUtc = (instant: string): string => instant.slice(0, 16).replace('T', ' ')

/** An instant on the clocks of an IANA zone, as `2026-11-21 10:00`; in UTC without one. */
export const timeIn = (timeZone: string | null, instant: string): string =>
  timeZone === null
    ? inUtc(instant)
    : new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
        Date.parse(instant),
      )
