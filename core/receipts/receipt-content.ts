import type { Company } from '../contract/config.ts'
import type { Order, OrderPlace, OrderRefund } from '../contract/order.ts'
import type { UserProfile } from '../contract/user.ts'
import {
  bagsText,
  companyLines,
  type Formatter,
  formatFullTime,
  formatMaskedPhone,
  formatMoney,
  formatPriceLine,
  joinParts,
  type MessageKey,
  placeLine,
} from '../i18n/index.ts'
import { type RefundState, refundState, settlement } from '../orders/index.ts'
import { taxText } from './tax-text.ts'

const refundIds: Record<RefundState, MessageKey> = {
  onItsWay: 'receipt.refundBy',
  late: 'receipt.refundLate',
  back: 'receipt.refundDone',
}

export type ReceiptOptions = {
  intl: Formatter
  /** Milliseconds since 1970. */
  now: number
  /** Null until the profile is read, and for an empty name. */
  customer: Pick<UserProfile, 'name' | 'email'> | null
  /** The seller; null if it isn't known. */
  company: Company | null
}

export type ReceiptRow = { label: string; value: string; detail: string }

export type ReceiptTable = { title: string; rows: ReceiptRow[]; total: ReceiptRow }

export type ReceiptContent = {
  brand: string
  title: string
  /** With the order's number. */
  fullTitle: string
  facts: ReceiptRow[]
  tables: ReceiptTable[]
  footer: string[]
}

/** An order's receipt as texts. Times are in the pickup site's time zone. */
export function receiptContent(
  order: Order,
  { intl, now, customer, company }: ReceiptOptions,
): ReceiptContent {
  const text = (id: MessageKey) => intl.formatMessage({ id })
  const time = (instant: string | number) => formatFullTime(instant, { intl, timeZone: order.timeZone })
  const money = (amount: number) => formatMoney({ amount, currency: order.currency }, intl)
  const row = (label: string, value: string, detail = ''): ReceiptRow => ({ label, value, detail })
  const fact = (id: MessageKey, value: string, detail = '') => row(text(id), value, detail)
  const place = (id: MessageKey, at: OrderPlace) => fact(id, at.name, placeLine(intl, at))
  const refundTime = (refund: OrderRefund) =>
    intl.formatMessage(
      { id: refundIds[refundState(refund, now)] },
      { time: time(refund.doneTime ?? refund.refundBy) },
    )
  const { orderNumber, receiver, lines, total, payments, refunds } = order
  const hasRefunds = refunds.length > 0
  const { kept } = settlement(order)
  const numbers = payments.flatMap(({ receiptNumber }) => receiptNumber ?? [])
  return {
    brand: text('common.app_title'),
    title: text('receipt.title'),
    fullTitle: intl.formatMessage({ id: 'receipt.titleOf' }, { orderNumber }),
    facts: [
      fact('payment.order', orderNumber),
      ...(numbers.length > 0 ? [fact('receipt.number', numbers.join(', '))] : []),
      fact('receipt.asOf', time(now)),
      ...(customer?.name ? [fact('receipt.customer', customer.name, customer.email)] : []),
      fact('particulars.placed', time(order.createTime)),
      place('receipt.from', order.pickup),
      fact('particulars.pickup', time(order.pickupTime)),
      place('receipt.to', order.delivery),
      fact('particulars.delivery', time(order.deliveryTime)),
      fact('particulars.receiver', receiver.name, formatMaskedPhone(receiver)),
      fact('receipt.bags', bagsText(intl, order.pieces)),
    ],
    tables: [
      {
        title: text('charges.title'),
        rows: lines.map((line) => {
          const { label, amount } = formatPriceLine(line, order.currency, intl)
          return row(label, amount)
        }),
        total: fact('price.total', formatMoney(total, intl)),
      },
      {
        title: text(hasRefunds ? 'receipt.payments' : 'receipt.paid'),
        rows: [
          ...payments.map(({ source, purpose, amount, paidTime, method, receiptNumber }) =>
            fact(
              `payment.source.${purpose ?? source}`,
              money(amount.amount),
              joinParts([time(paidTime), method && text(`payment.method.${method}`), receiptNumber]),
            ),
          ),
          ...refunds.map((refund) =>
            fact(
              'charges.back',
              money(-refund.amount.amount),
              joinParts([refundTime(refund), refund.creditNoteNumber]),
            ),
          ),
        ],
        total: fact(
          hasRefunds ? 'charges.kept' : 'receipt.totalPaid',
          formatMoney(kept, intl),
          taxText(intl, kept, company),
        ),
      },
    ],
    footer: [
      ...(company ? companyLines(intl, company) : []),
      intl.formatMessage({ id: 'receipt.note' }, { city: order.cityName }),
    ],
  }
}
