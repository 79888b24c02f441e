import type { Site } from '../api/contract/site.ts'
import type { Formatter } from '../format/formatter.ts'
import { formatHour } from '../format/time.ts'

/** A site's opening hours: "7:00 AM to 10:00 PM". */
export const hoursWords = (intl: Formatter, hours: Site['hours']): string =>
  hours
    ? intl.formatMessage(
        { id: 'siteDetail.hours' },
        { opens: formatHour(hours.opens, intl), closes: formatHour(hours.closes, intl) },
      )
    : intl.formatMessage({ id: 'siteDetail.allDay' })
