import type { Order } from '@handsfree/core/contract'
import { cardWords, selectLocale } from '@handsfree/core/i18n'
import { cardContent, cardLocales, cardOf, claimCodeWords } from '@handsfree/core/orders'
import { renderUnicodeCompact } from 'uqr'
import type { Step } from './step.ts'

/** Shows the desk card in the place's language and the traveller's, with code and seals. */
export function showCard({ app, words, tell }: Step, order: Order): void {
  const card = cardOf(order, app.clock.now())
  if (!card) {
    tell(words('card.none'))
    return
  }
  const locales = cardLocales(order, selectLocale(app.language.getSnapshot()))
  tell(
    '',
    ...locales.map((locale) => cardWords[locale][card.side](order.pieces)),
    renderUnicodeCompact(cardContent(card), { border: 2 }),
    ...(card.claimCode ? [claimCodeWords(card.claimCode)] : []),
    order.orderNumber,
    ...order.bags.map(({ sealNumber }) => words('bags.seal', { seal: sealNumber })),
  )
}
