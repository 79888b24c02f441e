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
  },
} as const

const style = `
:root{color-scheme:light;--ink:#14201B;--paper:#F6F4EE;--card:#fff;--pine:#0E5C4A}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;--ink:#ECF2EE;--paper:#0F1512;--card:#18201C;--pine:#5FD0AC}}
*{box-sizing:border-box;margin:0}
body{font:400 1.0625rem/1.5 system-ui,-apple-system,"PingFang SC","Noto Sans CJK SC","Noto Sans SC",sans-serif;color:var(--ink);background:var(--paper)}
main{max-width:30rem;margin:1rem auto;padding:1.25rem;border-radius:1.25rem;background:var(--card);text-align:center}
h1{font-size:1.75rem}
svg{display:block;width:15rem;max-width:100%;margin:1rem auto}
p{margin-top:.5rem}
a{display:inline-flex;align-items:center;min-height:44px;color:var(--pine);font-weight:600}
.button{justify-content:center;width:100%;min-height:52px;margin-top:1rem;border-radius:1.75rem;text-decoration:none;color:#14201B;background:#F2B33D}
a:focus-visible{outline:3px solid var(--pine);outline-offset:2px}
`

const hash = createHash('sha256').update(style).digest('base64')

export const wechatPayPolicy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** `codeUrl` on a PC, `h5Url` on a phone. */
export function wechatPayPage(
  locale: Locale,
  {
    amount: { amount, currency },
    orderNumber,
    returnPath,
    cancelPath,
    codeUrl,
    h5Url,
  }: {
    amount: Money
    orderNumber: string
    returnPath: string
    cancelPath: string
    codeUrl: string | null
    h5Url: string | null
  },
): string {
  const text = texts[locale]
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(amount / 100)
  const way = h5Url
    ? `<a class="button" href="${escapeHtml(h5Url)}">${text.open}</a>`
    : `<p>${text.scan}</p>
${renderSVG(codeUrl ?? '').replace('<svg ', `<svg role="img" aria-label="${text.alt}" `)}
<p>${text.waits}</p>`
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
${way}
<p><a href="${escapeHtml(returnPath)}">${text.hasPaid}</a></p>
<p><a href="${escapeHtml(cancelPath)}">${text.back}</a></p>
</main>
</body>
</html>
`
}
