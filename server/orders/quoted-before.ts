import type { Locale, OrderDraft, QrSite } from '@handsfree/core/api'
import { routeTo } from '@handsfree/core/order'
import { findPastPlaces } from '../catalogue/past-prices.ts'
import type { Database } from '../db/database.ts'
import type { Services } from '../services.ts'
import type { Target } from './places.ts'
import { type QuotedFacts, quotedFacts, quoteHolds } from './quotes.ts'

type Asked = {
  quoteId: string
  uin: string
  draft: OrderDraft
  place: QrSite
  delivery: Target
  locale: Locale
}

/** What a quote from before a change of prices was made of: it holds to its end. Null for one that does not hold. */
export async function quotedBefore(
  tx: Database,
  services: Pick<Services, 'keys' | 'now'>,
  { quoteId, uin, draft, place, delivery, locale }: Asked,
): Promise<{ place: QrSite; facts: QuotedFacts } | null> {
  for (const past of await findPastPlaces(tx, place, services.now(), locale)) {
    const route = routeTo(past, delivery.destination)
    if (!route.ok) continue
    const facts = quotedFacts(draft, route.value)
    if (quoteHolds(services, quoteId, uin, past, facts)) return { place: past, facts }
  }
  return null
}
