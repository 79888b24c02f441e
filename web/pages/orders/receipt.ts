import type { Company, Order, OrderPlace, OrderRefund, UserProfile } from '@handsfree/core/contract'
import {
  bagsText,
  companyLines,
  formatFullTime,
  formatMaskedPhone,
  formatMoney,
  formatPriceLine,
  joinParts,
  placeLine,
} from '@handsfree/core/i18n'
import { type RefundState, refundState, settlement } from '@handsfree/core/orders'
import type { IntlShape } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { Html, html } from './receipt-html.ts'

const refundIds: Record<RefundState, MessageKey> = {
  onItsWay: 'receipt.refundBy',
  late: 'receipt.refundLate',
  back: 'receipt.refundDone',
}

export const receiptName = ({ orderNumber }: Order): string => `Handsfree-${orderNumber}.html`

export type ReceiptOptions = {
  intl: IntlShape
  /** Milliseconds since 1970. */
  now: number
  /** Null until the profile is read, and for an empty name. */
  customer: Pick<UserProfile, 'name' | 'email'> | null
  /** The seller; null if it isn't known. */
  company: Company | null
}

/**
 * An order's receipt as one self-contained HTML file: items, price, payments and refunds. Times are in the pickup
 * site's time zone.
 */
export function receiptHtml(order: Order, { intl, now, customer, company }: ReceiptOptions): string {
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
  fact('receipt.bags', bagsText(intl, order.pieces)),
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
<footer>
${(company ? companyLines(intl, company) : []).map((line) => html`<p>${line}</p>\n`)}<p>${intl.formatMessage({ id: 'receipt.note' }, { city: order.cityName })}</p>
</footer>
</main>
</body>
</html>
`.text
}

const styles = new Html(`
:root { color-scheme: light dark; --ink: #14201b; --soft: #55635c; --paper: #f6f4ee; --card: #fff; --line: #e3dfd3; --pine: #0e5c4a; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #ecf2ee; --soft: #a3b0a9; --paper: #0f1512; --card: #18201c; --line: #2b3630; --pine: #5fd0ac; }
}
* { box-sizing: border-box; margin: 0; }
body { padding: 24px 16px; background: var(--paper); color: var(--ink); font: 400 15px/1.45 system-ui, "PingFang SC", "Noto Sans SC", sans-serif; overflow-wrap: anywhere; }
:lang(zh) body { line-height: 1.6; }
main { max-width: 640px; margin: 0 auto; padding: 24px 20px; border-radius: 16px; background: var(--card); }
header p { color: var(--pine); font-weight: 600; }
h1 { font-size: 22px; }
h2 { margin: 28px 0 8px; font-size: 15px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; margin-top: 20px; }
dt, small, footer { color: var(--soft); }
dd { white-space: pre-line; }
small { display: block; font-size: 13px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 6px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
td { padding-left: 16px; text-align: right; white-space: nowrap; }
tfoot th, tfoot td { font-size: 17px; font-weight: 600; }
footer { margin-top: 28px; font-size: 13px; }
@page { margin: 16mm; }
@media print {
  :root { color-scheme: light; --soft: #333; --paper: #fff; --line: #999; }
  body, main { padding: 0; }
  body, :lang(zh) body { font-size: 12px; line-height: 1.35; }
  h1 { font-size: 17px; }
  h2 { margin-top: 14px; font-size: 13px; break-after: avoid; }
  dl { gap: 4px 16px; margin-top: 12px; }
  small, footer { font-size: 10.5px; }
  th, td { padding-block: 4px; }
  tfoot th, tfoot td { font-size: 14px; }
  footer { margin-top: 14px; }
  tr, dt, dd { break-inside: avoid; }
}
`)
