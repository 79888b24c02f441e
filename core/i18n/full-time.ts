import { dayOf } from './day.ts'
import { formatClock, type Instant, type TimeOptions, toMs, writeDate } from './time.ts'

/** A point in time on paper, where "today" means nothing: `Tue, Nov 24, 2026 at 10:05 AM`. */
export const formatFullTime = (
  instant: Instant,
  { timeZone, intl }: Pick<TimeOptions, 'timeZone' | 'intl'>,
): string =>
  intl.formatMessage(
    { id: 'time.dayAndClock' },
    {
      day: writeDate(dayOf(toMs(instant), timeZone), intl, 'time.dateOfYear'),
      clock: formatClock(instant, { timeZone, intl }),
    },
  )
