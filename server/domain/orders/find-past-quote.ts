import { routeTo } from '@handsfree/core/booking'
import type { Locale, OrderDraft, QrSite } from '@handsfree/core/contract'
import type { Price } from '@handsfree/core/policy'
import type { Database } from '../../runtime/db/database.ts'
import type { Services } from '../../runtime/services.ts'
import { findPastPlaces } from '../catalogue/past-prices.ts'
import type { Target } from './places.ts'
import { type QuotedFacts, quotedFacts, verifyQuotedPrice } from './quotes.ts'

type QuoteLookup = {
  quoteId: string
  uin: string
  draft: OrderDraft
  place: QrSite
  delivery: Target
  locale: Locale
}

/** Honours quotes made before a price change until they expire. Null if the quote doesn't match a past price. */
export async function findPastQuote(
  tx: Database,
  services: Pick<Services, 'keys' | 'now'>,
  { quoteId, uin, draft, place, delivery, locale }: QuoteLookup,
): Promise<{ place: QrSite; facts: QuotedFacts; price: Price } | null> {
  for (const past of await findPastPlaces(tx, place, services.now(), locale)) {
    const route = routeTo(past, delivery.destination)
    if (!route.ok) continue
    const facts = quotedFacts(draft, route.value)
    const price = verifyQuotedPrice(services, quoteId, uin, past, facts)
    if (price) return { place: past, facts, price }
  }
  return null
}
