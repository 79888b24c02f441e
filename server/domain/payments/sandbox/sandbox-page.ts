import type { Locale } from '@handsfree/core/contract'
import type { SandboxSession } from './sandbox.table.ts'
import { type Card, cards, type Wallet } from './sandbox-bank.ts'
import { sandboxStyle } from './sandbox-style.ts'
import { sandboxTexts } from './sandbox-texts.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

const icon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%228%22 fill=%22%230E5C4A%22/%3E%3Crect x=%227%22 y=%2210%22 width=%2218%22 height=%2212%22 rx=%222%22 fill=%22%23F6F4EE%22/%3E%3Crect x=%227%22 y=%2213%22 width=%2218%22 height=%223%22 fill=%22%230E5C4A%22/%3E%3C/svg%3E'

const otherLocale = (locale: Locale): Locale => (locale === 'en-US' ? 'zh-CN' : 'en-US')

const page = (locale: Locale, heading: string, content: string) => {
  const texts = sandboxTexts[locale]
  const other = otherLocale(locale)
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(heading)} · ${texts.title}</title>
<link rel="icon" href="${icon}">
<style>${sandboxStyle}</style>
</head>
<body>
<header><span class="brand">${texts.title}</span><a class="link" href="?lang=${other}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a></header>
<main>
<p class="banner">${texts.banner}</p>
<div class="tag"><span class="eye"></span>
${content}
</div>
</main>
</body>
</html>
`
}

const formatMoney = (locale: Locale, { amount, currency }: Pick<SandboxSession, 'amount' | 'currency'>) =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: currency === 'CNY' ? 'narrowSymbol' : 'symbol',
  }).format(amount / 100)

const outcomePage = (locale: Locale, title: string, text: string, path: string) =>
  page(
    locale,
    title,
    `<div class="outcome"><h1>${title}</h1><p>${text}</p><a class="button" href="${escapeHtml(path)}">${sandboxTexts[locale].goBack}</a></div>`,
  )

export const unknownPage = (locale: Locale): string =>
  outcomePage(locale, sandboxTexts[locale].unknownTitle, sandboxTexts[locale].unknownText, '/')

export function sandboxPage(
  session: SandboxSession,
  locale: Locale,
  methods: readonly (Card | Wallet)[],
): string {
  const texts = sandboxTexts[locale]
  switch (session.state) {
    case 'paid':
      return outcomePage(locale, texts.paidTitle, texts.paidText, session.returnPath)
    case 'processing':
      return outcomePage(locale, texts.processingTitle, texts.processingText, session.returnPath)
    case 'failed':
      return outcomePage(locale, texts.failedTitle, texts.failedText, session.cancelPath)
    case 'expired':
      return outcomePage(locale, texts.expiredTitle, texts.expiredText, session.cancelPath)
    case 'open':
      return openPage(session, locale, methods)
  }
}

function openPage(session: SandboxSession, locale: Locale, offered: readonly (Card | Wallet)[]): string {
  const texts = sandboxTexts[locale]
  const amount = escapeHtml(formatMoney(locale, session))
  const choices = offered.map((choice, index) => {
    const isCard = choice in cards
    const name = isCard ? cards[choice as Card] : texts[choice]
    const what = isCard ? texts[choice] : texts.wallet
    return `<label><input type="radio" name="card" value="${choice}"${index === 0 ? ' checked' : ''}><span><b class="num">${name}</b><small>${what}</small></span></label>`
  })
  return page(
    locale,
    `${texts.pay} ${amount}`,
    `<div class="amount"><h1 class="num">${amount}</h1><p class="num">${texts.order} ${escapeHtml(session.orderNumber)}</p></div>
<div class="tear"></div>
<form method="post" action="/sandbox/pay/${escapeHtml(session.sessionId)}">
<fieldset><legend>${offered.every((choice) => choice in cards) ? texts.chooseCard : texts.chooseMethod}</legend>
${choices.join('\n')}
</fieldset>
<button>${texts.pay} <span class="num">&nbsp;${amount}</span></button>
<p class="back"><a class="link" href="${escapeHtml(session.cancelPath)}">${texts.back}</a></p>
</form>`,
  )
}
