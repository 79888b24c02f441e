import { createHash } from 'node:crypto'
import type { Locale, Money } from '@handsfree/core/contract'
import { renderSVG } from 'uqr'
import { escapeHtml } from '../../runtime/mail/write-mail.ts'

const texts = {
  'en-US': {
    title: 'WeChat Pay',
    order: 'Order',
    scan: 'Scan this code in WeChat on your phone.',
    alt: 'QR code of WeChat Pay',
    waits: 'This page moves on once you’ve paid.',
    open: 'Open WeChat',
    hasPaid: 'I’ve paid',
    back: 'Back without paying',
    opening: 'Opening WeChat Pay…',
    cancelled: 'You closed WeChat Pay without paying.',
    failed: 'WeChat Pay didn’t complete the payment.',
    missing: 'WeChat Pay doesn’t open here. Try again in the WeChat app.',
    refused: 'WeChat Pay doesn’t respond. Nothing was charged.',
    again: 'Try again',
  },
  'zh-CN': {
    title: '微信支付',
    order: '订单',
    scan: '请用手机微信扫描二维码。',
    alt: '微信支付二维码',
    waits: '支付完成后，页面会自动跳转。',
    open: '打开微信',
    hasPaid: '我已支付',
    back: '返回，暂不支付',
    opening: '正在打开微信支付…',
    cancelled: '您关闭了微信支付，尚未付款。',
    failed: '微信支付未能完成付款。',
    missing: '无法打开微信支付，请在微信中重试。',
    refused: '微信支付没有响应，未扣款。',
    again: '重试',
  },
} as const

const style = `
:root{color-scheme:light;--ink:#14201B;--paper:#F6F4EE;--card:#fff;--pine:#0E5C4A}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;--ink:#ECF2EE;--paper:#0F1512;--card:#18201C;--pine:#5FD0AC}}
*{box-sizing:border-box;margin:0}
body{font:400 1.0625rem/1.5 system-ui,-apple-system,"PingFang SC","Noto Sans CJK SC","Noto Sans SC",sans-serif;color:var(--ink);background:var(--paper)}
main{width:min(30rem,100% - 2rem);margin:1rem auto;padding:1.25rem;border-radius:1.25rem;background:var(--card);text-align:center}
h1{font-size:1.75rem}
svg{display:block;width:15rem;max-width:100%;margin:1rem auto}
p{margin-top:.5rem}
a{display:inline-flex;align-items:center;min-height:44px;color:var(--pine);font-weight:600}
.button[hidden]{display:none}
.button{justify-content:center;width:100%;min-height:52px;margin-top:1rem;border-radius:1.75rem;text-decoration:none;color:#14201B;background:#F2B33D}
a:focus-visible{outline:3px solid var(--pine);outline-offset:2px}
`

/** WeChat adds its bridge during or after loading, or never outside WeChat. */
const script = `
(function () {
  var status = document.querySelector('[role=status]')
  var again = document.querySelector('.button')
  var isAsked = false
  function show(name) {
    status.textContent = status.dataset[name]
    again.hidden = name === 'opening'
  }
  function pay() {
    if (isAsked) return
    isAsked = true
    show('opening')
    WeixinJSBridge.invoke('getBrandWCPayRequest', JSON.parse(status.dataset.request), function (answer) {
      var result = answer && answer.err_msg
      if (result === 'get_brand_wcpay_request:ok') location.replace(status.dataset.paid)
      else show(result === 'get_brand_wcpay_request:cancel' ? 'cancelled' : 'failed')
    })
  }
  if (window.WeixinJSBridge) pay()
  else {
    document.addEventListener('WeixinJSBridgeReady', pay)
    setTimeout(function () {
      if (!isAsked) show('missing')
    }, 5000)
  }
})()
`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Older bridges send messages through frames with WeChat's own scheme. */
export const wechatPayPolicy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; frame-src weixin:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** `refused`: WeChat didn't name the payer, or WeChat Pay didn't create the order. */
export type WayToPay =
  | { kind: 'code'; codeUrl: string }
  | { kind: 'h5'; h5Url: string }
  | { kind: 'bridge'; bridgeRequest: Record<string, string> }
  | { kind: 'refused' }

const link = (path: string, text: string): string => `<p><a href="${escapeHtml(path)}">${text}</a></p>`

const button = (path: string, text: string, attributes = ''): string =>
  `<a class="button" href="${escapeHtml(path)}"${attributes}>${text}</a>`

function contentOf(
  text: (typeof texts)[Locale],
  way: WayToPay,
  { pagePath, returnPath }: { pagePath: string; returnPath: string },
): string {
  switch (way.kind) {
    case 'code':
      return `<p>${text.scan}</p>
${renderSVG(way.codeUrl).replace('<svg ', `<svg role="img" aria-label="${text.alt}" `)}
<p>${text.waits}</p>
${link(returnPath, text.hasPaid)}`
    case 'h5':
      return `${button(way.h5Url, text.open)}
${link(returnPath, text.hasPaid)}`
    case 'bridge': {
      const { opening, cancelled, failed, missing } = text
      const data = {
        opening,
        cancelled,
        failed,
        missing,
        paid: returnPath,
        request: JSON.stringify(way.bridgeRequest),
      }
      const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
      return `<p role="status"${attributes.join('')}>${opening}</p>
${button(pagePath, text.again, ' hidden')}
<script>${script}</script>`
    }
    case 'refused':
      return `<p role="alert">${text.refused}</p>
${button(pagePath, text.again)}`
  }
}

export function wechatPayPage(
  locale: Locale,
  {
    amount: { amount, currency },
    orderNumber,
    pagePath,
    returnPath,
    cancelPath,
    way,
  }: {
    amount: Money
    orderNumber: string
    /** This page. Opening it again retries. */
    pagePath: string
    returnPath: string
    cancelPath: string
    way: WayToPay
  },
): string {
  const text = texts[locale]
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(amount / 100)
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${text.title}</title>
<style>${style}</style>
</head>
<body>
<main>
<p>${text.title}</p>
<h1>${escapeHtml(money)}</h1>
<p>${text.order} ${escapeHtml(orderNumber)}</p>
${contentOf(text, way, { pagePath, returnPath })}
${link(cancelPath, text.back)}
</main>
</body>
</html>
`
}
