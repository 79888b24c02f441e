import type { Company } from '@handsfree/core/contract'
import { companyLines, type Formatter, hotlineText, joinParts } from '@handsfree/core/i18n'
import {
  type CustomerNotification,
  notificationDetails,
  notificationPath,
  notificationTitle,
} from '@handsfree/core/notifications'
import { writeMail } from '../../runtime/mail/write-mail.ts'

/** Renders a notification about an order as a mail in the traveller's language. */
export function createNewsMail(
  intl: Formatter,
  notification: CustomerNotification,
  { origin, hotline, company }: { origin: string; hotline: string; company: Company },
): { subject: string; text: string; html: string } {
  const title = notificationTitle(intl, notification)
  const { orderNumber = '' } = notification.content
  return writeMail(intl.locale, {
    subject: joinParts([title, orderNumber]),
    paragraphs: [
      title,
      joinParts([notificationDetails(intl, notification), orderNumber]),
      `${intl.formatMessage({ id: 'payment.seeOrder' })}: ${origin}${notificationPath(notification)}`,
      intl.formatMessage({ id: 'receiptMail.help' }, { hotline, hotlineHours: hotlineText(intl) }),
    ],
    footer: companyLines(intl, company),
  })
}

/** Renders the answer to an invoice request as a mail. The file isn't attached: the link needs the traveller's sign-in. */
export function createInvoiceMail(
  intl: Formatter,
  { orderNumber, isDeclined }: { orderNumber: string; isDeclined: boolean },
  { link, hotline, company }: { link: string; hotline: string; company: Company },
): { subject: string; text: string; html: string } {
  const title = intl.formatMessage({ id: isDeclined ? 'invoiceMail.declined' : 'invoiceMail.ready' })
  return writeMail(intl.locale, {
    subject: joinParts([title, orderNumber]),
    paragraphs: [
      title,
      `${intl.formatMessage({ id: 'payment.order' })}: ${orderNumber}`,
      `${intl.formatMessage({ id: 'payment.seeOrder' })}: ${link}`,
      intl.formatMessage({ id: 'receiptMail.help' }, { hotline, hotlineHours: hotlineText(intl) }),
    ],
    footer: companyLines(intl, company),
  })
}
