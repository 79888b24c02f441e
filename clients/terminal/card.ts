import type { Order } from '@handsfree/core/contract'
import { cardTexts, selectLocale } from '@handsfree/core/i18n'
import { cardContent, cardLocales, cardOf, splitClaimCode } from '@handsfree/core/orders'
import { renderUnicodeCompact } from 'uqr'
import type { TerminalSession } from './terminal-session.ts'

/** Shows the desk card in the place's language and the traveller's, with code and seals. */
export function showCard({ app, text, print }: TerminalSession, order: Order): void {
  const card = cardOf(order, app.clock.now())
  if (!card) {
    print(text('card.none'))
    return
  }
  const locales = cardLocales(order, selectLocale(app.language.getSnapshot()))
  print(
    '',
    ...locales.map((locale) => cardTexts[locale][card.side](card.pieces)),
    renderUnicodeCompact(cardContent(card), { border: 2 }),
    ...(card.claimCode ? [splitClaimCode(card.claimCode)] : []),
    order.orderNumber,
    ...order.bags.map(({ sealNumber }) => text('bags.seal', { seal: sealNumber })),
  )
}
