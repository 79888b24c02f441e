import type { Order } from '@handsfree/core/contract'
import {
  type ReceiptOptions,
  type ReceiptRow,
  type ReceiptTable,
  receiptContent,
} from '@handsfree/core/receipts'
import { Html, html } from './receipt-html.ts'

export const receiptName = ({ orderNumber }: Order): string => `Handsfree-${orderNumber}.html`

const withDetail = (text: string, detail: string) =>
  html`${text}${detail === '' ? '' : html`<small>${detail}</small>`}`

const tableRow = ({ label, value, detail }: ReceiptRow) =>
  html`<tr><th scope="row">${withDetail(label, detail)}</th><td>${value}</td></tr>\n`

const table = ({ title, rows, total }: ReceiptTable) => html`<h2>${title}</h2>
<table>
<tbody>
${rows.map(tableRow)}</tbody>
<tfoot>
${tableRow(total)}</tfoot>
</table>
`

/** An order's receipt as one self-contained HTML file: items, price, payments and refunds. */
export function receiptHtml(order: Order, options: ReceiptOptions): string {
  const { brand, title, fullTitle, facts, tables, footer } = receiptContent(order, options)
  return html`<!doctype html>
<html lang="${options.intl.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${fullTitle}</title>
<style>${styles}</style>
</head>
<body>
<main>
<header>
<p>${brand}</p>
<h1>${title}</h1>
</header>
<dl>
${facts.map(({ label, value, detail }) => html`<dt>${label}</dt><dd>${withDetail(value, detail)}</dd>\n`)}</dl>
${tables.map(table)}<footer>
${footer.map((line) => html`<p>${line}</p>\n`)}</footer>
</main>
</body>
</html>
`.text
}

const styles = new Html(`
:root { color-scheme: light dark; --ink: #14201b; --soft: #44524b; --paper: #f6f4ee; --card: #fff; --line: #e3dfd3; --pine: #0e5c4a; }
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
