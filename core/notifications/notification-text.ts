import { bagsText, sealsText } from '../i18n/bags.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { formatMoney } from '../i18n/money.ts'
import { formatPersonName } from '../i18n/person-name.ts'
import { joinParts } from '../i18n/place.ts'
import { reportText } from '../i18n/report.ts'
import { formatShortTime } from '../i18n/time.ts'
import { policy } from '../policy/numbers.ts'
import {
  type CustomerNotification,
  isAboutReturn,
  type NotificationContent,
  notificationName,
} from './customer-notification.ts'

/** The order's page, its claims, its invoice, or the return of undelivered bags. */
export function notificationPath(notification: CustomerNotification): string {
  const { orderId, claimId, change } = notification.content
  const page =
    claimId || change === 'closedUndelivered'
      ? 'claims'
      : isAboutReturn(notification)
        ? 'return'
        : change?.startsWith('invoice')
          ? 'invoice'
          : 'detail'
  return `/order/${page}/${orderId}`
}

function changeOf({ change, claim, by, returning }: NotificationContent): string {
  if (change === 'cancelled' && by) return `${by}Cancelled`
  if (change === 'returnAsked' && returning === 'refused') return 'returnRefused'
  return change ?? claim ?? 'none'
}

/** Message `notification.type.<type>`; an order update may have any type. */
export function notificationTitle(intl: Formatter, { type, content }: CustomerNotification): string {
  const { change, failure, outcome, purpose, source = 'normal', pieces = 2 } = content
  return intl.formatMessage(
    { id: `notification.type.${change ? 'orderUpdated' : notificationName(type)}` },
    { change: changeOf(content), cause: failure ?? outcome ?? purpose ?? source, pieces },
  )
}

/** In the same time zone as the order's page. `now` is milliseconds since 1970. */
export const notificationTime = (
  intl: Formatter,
  { createTime, zone }: CustomerNotification,
  now: number,
): string =>
  formatShortTime(Date.parse(createTime), { intl, now, ...(zone ?? { timeZone: intl.timeZone ?? 'UTC' }) })

const amountText = (intl: Formatter, { amount, currency }: NotificationContent) =>
  amount && currency && formatMoney({ amount, currency }, intl)

function refundText(intl: Formatter, { refund, change }: NotificationContent) {
  if (!refund?.amount) return null
  const { refundHours } = policy
  const amount = formatMoney(refund, intl)
  if (change === 'deliveredLate' || change === 'lateRefunded')
    return intl.formatMessage({ id: 'notification.lateRefund' }, { amount })
  const cause = change ?? 'refused'
  return intl.formatMessage({ id: 'notification.refund' }, { amount, refundHours, cause })
}

const countText = (intl: Formatter, counted: number, agreed: number | undefined) =>
  agreed === undefined
    ? bagsText(intl, counted)
    : intl.formatMessage({ id: 'surcharge.counts' }, { counted, agreed })

/** Drops the full stop of a sentence among other facts. */
const stripFullStop = (sentence: string | undefined) => sentence?.replace(/[.。]$/, '')

export const notificationDetails = (intl: Formatter, { content }: CustomerNotification): string =>
  joinParts(
    [
      content.report && reportText(intl, content.report),
      stripFullStop(content.reason),
      refundText(intl, content),
      content.due &&
        intl.formatMessage({ id: 'notification.lateDue' }, { amount: formatMoney(content.due, intl) }),
      amountText(intl, content) || null,
      content.courierName && formatPersonName(content.courierName, intl),
      content.pieces && countText(intl, content.pieces, content.agreedPieces),
      content.seals && sealsText(intl, content.seals),
    ].map((part) => part || null),
  )
