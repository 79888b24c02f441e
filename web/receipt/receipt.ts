import type { Order, OrderPlace, OrderRefund, UserProfile } from '@handsfree/core/api'
import { type RefundState, refundState, settlement } from '@handsfree/core/order'
import { bagsWords, placeLine } from '@handsfree/core/words'
import type { IntlShape } from 'react-intl'
import type { MessageKey } from '../app/message-key.ts'
import {
  formatFullTime,
  formatMaskedPhone,
  formatMoney,
  formatPriceLine,
  joinParts,
} from '../format/index.ts'
import { html } from './html.ts'
import { styles } from './styles.ts'

const refundIds: Record<RefundState, MessageKey> = {
  onItsWay: 'receipt.refundBy',
  late: 'receipt.refundLate',
  back: 'receipt.refundDone',
}

/** File name of an order's receipt. */
export const receiptName = ({ orderNumber }: Order): string => `Handsfree-${orderNumber}.html`

/** Messages and formats of the reader's language. */
export type ReceiptOptions = {
  intl: IntlShape
  /** Milliseconds since 1970. */
  now: number
  /** Name on the receipt; null while the profile is not read or has no name. */
  customer: Pick<UserProfile, 'name' | 'email'> | null
}

/**
 * An order's receipt as one HTML file without other files: what was ordered, its price, everything that was paid and
 * refunded. Times are the pickup site's, in full.
 */
export function receiptHtml(order: Order, { intl, now, customer }: ReceiptOptions): string {
  const text = (id: MessageKey) => intl.formatMessage({ id })
  const time = (instant: string | number) => formatFullTime(instant, { intl, timeZone: order.timeZone })
  const money = (amount: number) => formatMoney({ amount, currency: order.currency }, intl)
  const fact = (id: MessageKey, value: string, detail = '') =>
    html`<dt>${text(id)}</dt><dd>${value}${detail === '' ? '' : html`<small>${detail}</small>`}</dd>\n`
  const row = (label: string, amount: string, detail = '') =>
    html`<tr><th scope="row">${label}${detail === '' ? '' : html`<small>${detail}</small>`}</th><td>${amount}</td></tr>\n`
  const place = (id: MessageKey, at: OrderPlace) => fact(id, at.name, placeLine(intl, at))
  const refundTime = (refund: OrderRefund) =>
    intl.formatMessage(
      { id: refundIds[refundState(refund, now)] },
      { time: time(refund.doneTime ?? refund.refundBy) },
    )
  const { orderNumber, receiver, lines, total, payments, refunds } = order
  const hasRefunds = refunds.length > 0
  const title = intl.formatMessage({ id: 'receipt.titleOf' }, { orderNumber })
  return html`<!doctype html>
<html lang="${intl.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${styles}</style>
</head>
<body>
<main>
<header>
<p>${text('common.app_title')}</p>
<h1>${text('receipt.title')}</h1>
</header>
<dl>
${[
  fact('payment.order', orderNumber),
  fact('receipt.asOf', time(now)),
  ...(customer?.name ? [fact('receipt.customer', customer.name, customer.email)] : []),
  fact('particulars.placed', time(order.createTime)),
  place('receipt.from', order.pickup),
  fact('particulars.pickup', time(order.pickupTime)),
  place('receipt.to', order.delivery),
  fact('particulars.delivery', time(order.deliveryTime)),
  fact('particulars.receiver', receiver.name, formatMaskedPhone(receiver)),
  fact('receipt.bags', bagsWords(intl, order.pieces)),
]}</dl>
<h2>${text('charges.title')}</h2>
<table>
<tbody>
${lines.map((line) => {
  const { label, amount } = formatPriceLine(line, order.currency, intl)
  return row(label, amount)
})}</tbody>
<tfoot>
${row(text('price.total'), formatMoney(total, intl))}</tfoot>
</table>
<h2>${text(hasRefunds ? 'receipt.payments' : 'receipt.paid')}</h2>
<table>
<tbody>
${payments.map(({ source, purpose, amount, paidTime, method }) => row(text(`payment.source.${purpose ?? source}`), money(amount.amount), joinParts([time(paidTime), method && text(`payment.method.${method}`)])))}${refunds.map((refund) => row(text('charges.back'), money(-refund.amount.amount), refundTime(refund)))}</tbody>
<tfoot>
${row(text(hasRefunds ? 'charges.kept' : 'receipt.totalPaid'), formatMoney(settlement(order).kept, intl))}</tfoot>
</table>
<footer>${intl.formatMessage({ id: 'receipt.note' }, { city: order.cityName })}</footer>
</main>
</body>
</html>
`.text
}
