import type { Formatter } from '../i18n/formatter.ts'
import { joinParts } from '../i18n/place.ts'
import { reportText } from '../i18n/report.ts'
import { type EmployeeNotification, employeeNotificationName } from './employee-notification.ts'

/** Text for a site worker or courier, with order number and reason if any. */
export function employeeNotificationText(intl: Formatter, { type, content }: EmployeeNotification): string {
  const { orderNumber, place, pieces, result, isDiverted, isRecalled, isMissed, isLate, isChanged, reason } =
    content
  const { isUnanswered, report } = content
  const title = intl.formatMessage(
    { id: `staffNotification.${employeeNotificationName(type)}` },
    {
      place: place ?? 'none',
      pieces: pieces ?? 1,
      result: result ?? 'none',
      isDiverted: isDiverted ? 'yes' : 'no',
      isRecalled: isRecalled ? 'yes' : 'no',
      isMissed: isMissed ? 'yes' : 'no',
      isLate: isLate ? 'yes' : 'no',
      isUnanswered: isUnanswered ? 'yes' : 'no',
      isChanged: isChanged ? 'yes' : 'no',
    },
  )
  return joinParts([orderNumber, title, report && reportText(intl, report), reason])
}
