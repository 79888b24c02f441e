import type { Locale, Money, Order, OrderPayment, PaymentMethod } from '@handsfree/core/api'
import { settlement } from '@handsfree/core/order'

type Words = {
  subject: (orderNumber: string) => string
  order: string
  route: string
  bags: string
  paid: string
  refunded: string
  kept: string
  total: string
  source: Record<OrderPayment['source'], string>
  method: Record<PaymentMethod, string>
  see: string
  help: (hotline: string) => string
}

const words: Record<Locale, Words> = {
  'en-US': {
    subject: (orderNumber) => `Your Handsfree receipt for order ${orderNumber}`,
    order: 'Order',
    route: 'From and to',
    bags: 'Bags',
    paid: 'Paid',
    refunded: 'Refunded',
    kept: 'You’ve paid in all',
    total: 'Price',
    source: { normal: 'Order', supplementary: 'Surcharge' },
    method: {
      card: 'Card',
      apple_pay: 'Apple Pay',
      google_pay: 'Google Pay',
      wechat_pay: 'WeChat Pay',
      alipay: 'Alipay',
    },
    see: 'Your order',
    help: (hotline) => `Questions? Call ${hotline}, open 24/7.`,
  },
  'zh-CN': {
    subject: (orderNumber) => `Handsfree 订单 ${orderNumber} 的收据`,
    order: '订单',
    route: '起止地点',
    bags: '行李件数',
    paid: '已支付',
    refunded: '已退款',
    kept: '实付合计',
    total: '价格',
    source: { normal: '订单', supplementary: '补差价' },
    method: {
      card: '银行卡',
      apple_pay: 'Apple Pay',
      google_pay: 'Google Pay',
      wechat_pay: '微信支付',
      alipay: '支付宝',
    },
    see: '查看订单',
    help: (hotline) => `如有疑问，请致电 ${hotline}，24 小时服务。`,
  },
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

/** A receipt of an order in its traveller's language, as text and as HTML. `link`: of the order, empty without one. */
export function receiptMail(
  locale: Locale,
  order: Order,
  { hotline, link }: { hotline: string; link: string },
): { subject: string; text: string; html: string } {
  const say = words[locale]
  const money = ({ amount, currency }: Money) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: currency === 'CNY' ? 'narrowSymbol' : 'symbol',
    }).format(amount / 100)
  const time = (instant: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: order.timeZone, dateStyle: 'medium', timeStyle: 'short' })
      .format(Date.parse(instant))
      .replace(/\s/g, ' ')
  const back = ({ amount, currency }: Money) => money({ amount: -amount, currency })
  const rows: [string, string][] = [
    [say.order, order.orderNumber],
    [say.route, `${order.pickup.name} → ${order.delivery.name}`],
    [say.bags, String(order.pieces)],
    [say.total, money(order.total)],
    ...order.payments.map(({ source, amount, paidTime, method }): [string, string] => [
      `${say.paid} · ${say.source[source]}`,
      [money(amount), method && say.method[method], time(paidTime)].filter(Boolean).join(' · '),
    ]),
    ...order.refunds.flatMap(({ amount, doneTime }): [string, string][] =>
      doneTime ? [[say.refunded, `${back(amount)} · ${time(doneTime)}`]] : [],
    ),
    [say.kept, money(settlement(order).kept)],
  ]
  const subject = say.subject(order.orderNumber)
  const help = say.help(hotline)
  const text = [
    subject,
    '',
    ...rows.map(([label, value]) => `${label}: ${value}`),
    '',
    ...(link ? [`${say.see}: ${link}`] : []),
    help,
    '',
  ].join('\n')
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th align="left" style="padding:4px 16px 4px 0;font-weight:normal;color:#55635c">${escapeHtml(label)}</th><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  )
  const html = `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family:sans-serif;color:#14201b">
<h1 style="font-size:20px">${escapeHtml(subject)}</h1>
<table>${cells.join('\n')}</table>
${link ? `<p><a href="${escapeHtml(link)}">${escapeHtml(say.see)}</a></p>` : ''}
<p>${escapeHtml(help)}</p>
</body></html>
`
  return { subject, text, html }
}
