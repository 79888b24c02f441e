import type { Order, OrderRefund } from '../contract/order.ts'
import { companyLines, formatFullTime, formatMoney, type MessageKey } from '../i18n/index.ts'
import type { ReceiptContent, ReceiptOptions, ReceiptRow } from './receipt-content.ts'
import { taxText } from './tax-text.ts'

/** A completed refund's credit note as texts. Times are in the pickup site's time zone. */
export function creditNoteContent(
  order: Order,
  refund: OrderRefund,
  { intl, now, customer, company }: ReceiptOptions,
): ReceiptContent {
  const text = (id: MessageKey) => intl.formatMessage({ id })
  const fact = (id: MessageKey, value: string, detail = ''): ReceiptRow => ({
    label: text(id),
    value,
    detail,
  })
  const { amount, doneTime, creditNoteNumber, receiptNumber, reason } = refund
  const number = creditNoteNumber ?? ''
  const returned = { ...amount, amount: -amount.amount }
  const back = formatMoney(returned, intl)
  const time = formatFullTime(doneTime ?? now, { intl, timeZone: order.timeZone })
  return {
    brand: text('common.app_title'),
    title: text('creditNote.title'),
    fullTitle: intl.formatMessage({ id: 'creditNote.numbered' }, { number }),
    facts: [
      fact('creditNote.number', number),
      ...(receiptNumber ? [fact('creditNote.of', receiptNumber)] : []),
      fact('payment.order', order.orderNumber),
      fact('receipt.asOf', time),
      ...(customer?.name ? [fact('receipt.customer', customer.name, customer.email)] : []),
      ...(reason ? [fact('creditNote.reason', text(`creditNote.reasonOf.${reason}`))] : []),
    ],
    tables: [
      {
        title: text('charges.back'),
        rows: [fact('charges.back', back, intl.formatMessage({ id: 'receipt.refundDone' }, { time }))],
        total: fact('creditNote.total', back, taxText(intl, returned, company)),
      },
    ],
    footer: [
      ...(company ? companyLines(intl, company) : []),
      intl.formatMessage({ id: 'creditNote.note' }, { city: order.cityName }),
    ],
  }
}
