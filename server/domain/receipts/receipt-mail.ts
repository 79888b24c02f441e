import type { Company, Money, Order, OrderRefund } from '@handsfree/core/contract'
import type { MessageKey } from '@handsfree/core/i18n'
import {
  bagsText,
  companyLines,
  type Formatter,
  formatFullTime,
  formatMoney,
  hotlineText,
  joinParts,
} from '@handsfree/core/i18n'
import { settlement } from '@handsfree/core/orders'
import { taxText } from '@handsfree/core/receipts'
import { escapeHtml } from '../../runtime/mail/write-mail.ts'

/** Renders a receipt, or a refund's credit note, as text and HTML in the traveller's language. `link` may be empty. */
export function createReceiptMail(
  intl: Formatter,
  order: Order,
  {
    hotline,
    link,
    company,
    refund,
  }: { hotline: string; link: string; company: Company; refund: OrderRefund | null },
): { subject: string; text: string; html: string } {
  const { orderNumber, timeZone, payments, refunds } = order
  const translate = (id: MessageKey, values?: Record<string, string>) => intl.formatMessage({ id }, values)
  const money = (sum: Money) => formatMoney(sum, intl)
  const time = (instant: string) => formatFullTime(instant, { intl, timeZone })
  const completedRefunds = refunds.flatMap((one) =>
    one.doneTime ? [{ ...one, doneTime: one.doneTime }] : [],
  )
  const { kept } = settlement({ ...order, refunds: completedRefunds })
  const creditNoteRows: [string, string][] = refund
    ? [
        [translate('creditNote.number'), refund.creditNoteNumber ?? ''],
        [translate('creditNote.of'), refund.receiptNumber ?? ''],
        [
          translate('creditNote.reason'),
          refund.reason ? translate(`creditNote.reasonOf.${refund.reason}`) : '',
        ],
      ]
    : []
  const rows: [string, string][] = [
    [translate('payment.order'), orderNumber],
    ...creditNoteRows.filter(([, value]) => value !== ''),
    [translate('orderForm.fromAndTo'), `${order.pickup.name} → ${order.delivery.name}`],
    [translate('receipt.bags'), bagsText(intl, order.pieces)],
    [translate('price.total'), money(order.total)],
    ...payments.map(({ source, purpose, amount, paidTime, method, receiptNumber }): [string, string] => [
      translate(`charges.paid.${purpose ?? source}`, { time: time(paidTime) }),
      joinParts([money(amount), method && translate(`payment.method.${method}`), receiptNumber]),
    ]),
    ...completedRefunds.map(({ amount, doneTime, creditNoteNumber }): [string, string] => [
      translate('receipt.refundDone', { time: time(doneTime) }),
      joinParts([money({ ...amount, amount: -amount.amount }), creditNoteNumber]),
    ]),
    // Pending refunds get their own receipt when done.
    ...(completedRefunds.length > 0
      ? [[translate('charges.kept'), money(kept)] satisfies [string, string]]
      : []),
  ]
  const subject = translate(refund ? 'creditNoteMail.subject' : 'receiptMail.subject', { orderNumber })
  const allTimes = translate('time.allIn', { city: order.cityName })
  const helpText = translate('receiptMail.help', { hotline, hotlineHours: hotlineText(intl) })
  const orderLinkText = translate('payment.seeOrder')
  const tax = taxText(intl, refund ? { ...refund.amount, amount: -refund.amount.amount } : kept, company)
  const sellerLines = [...(tax ? [tax] : []), ...companyLines(intl, company)]
  const text = [
    subject,
    '',
    allTimes,
    ...rows.map(([label, value]) => `${label}: ${value}`),
    '',
    ...(link ? [`${orderLinkText}: ${link}`] : []),
    helpText,
    '',
    ...sellerLines,
    '',
  ].join('\n')
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th scope="row" align="left" style="padding:4px 16px 4px 0;font-weight:normal;color:#44524b">${escapeHtml(label)}</th><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  )
  const html = `<!doctype html>
<html lang="${intl.locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family:sans-serif;color:#14201b">
<h1 style="font-size:20px">${escapeHtml(subject)}</h1>
<p>${escapeHtml(allTimes)}</p>
<table>${cells.join('\n')}</table>
${link ? `<p><a href="${escapeHtml(link)}">${escapeHtml(orderLinkText)}</a></p>` : ''}
<p>${escapeHtml(helpText)}</p>
<p style="color:#44524b">${sellerLines.map(escapeHtml).join('<br>')}</p>
</body></html>
`
  return { subject, text, html }
}
