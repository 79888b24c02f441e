import type { Formatter } from '../i18n/formatter.ts'
import { joinParts } from '../i18n/place.ts'
import { reportText } from '../i18n/report.ts'
import { type EmployeeNotification, employeeNotificationName } from './employee-notification.ts'

type TextNotification = Pick<EmployeeNotification, 'type' | 'content'>

/** The event, for a site worker or courier. */
export function employeeNotificationTitle(intl: Formatter, { type, content }: TextNotification): string {
  const { place, pieces, result, isDiverted, isRecalled, isClosed, isMissed, isLate, isChanged } = content
  return intl.formatMessage(
    { id: `staffNotification.${employeeNotificationName(type)}` },
    {
      place: place ?? 'none',
      pieces: pieces ?? 1,
      result: result ?? 'none',
      isDiverted: isDiverted ? 'yes' : 'no',
      isRecalled: isRecalled ? 'yes' : 'no',
      isClosed: isClosed ? 'yes' : 'no',
      isMissed: isMissed ? 'yes' : 'no',
      isLate: isLate ? 'yes' : 'no',
      isUnanswered: content.isUnanswered ? 'yes' : 'no',
      isChanged: isChanged ? 'yes' : 'no',
    },
  )
}

/** The report and reason of a notification, if any. */
export const employeeNotificationDetails = (intl: Formatter, { content }: TextNotification): string =>
  joinParts([content.report && reportText(intl, content.report), content.reason])

/** Text for a site worker or courier, with order number and reason if any. */
export const employeeNotificationText = (intl: Formatter, notification: TextNotification): string =>
  joinParts([
    notification.content.orderNumber,
    employeeNotificationTitle(intl, notification),
    employeeNotificationDetails(intl, notification),
  ])
