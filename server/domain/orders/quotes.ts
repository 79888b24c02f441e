import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Route, waitMinutes } from '@handsfree/core/booking'
import type { PricedFacts, QrSite, Quote } from '@handsfree/core/contract'
import { type PriceInput, policy, priceOrder } from '@handsfree/core/policy'
import { acceptedKeys, type Keys } from '../../runtime/keys.ts'
import type { Services } from '../../runtime/services.ts'

/** Quote id: 6 bytes of expiry, 16 of the signature. */
const timeBytes = 6
const idBytes = timeBytes + 16

type SigningServices = Pick<Services, 'keys' | 'now'>

/** Facts that determine the price: from the draft, and the fees of its route. */
export type QuotedFacts = Omit<PricedFacts, 'delivery' | 'pickupTime' | 'deliveryTime'> &
  PriceInput & { waitMinutes: number }

export const quotedFacts = (draft: Omit<PricedFacts, 'delivery'>, route: Route): QuotedFacts => ({
  qrId: draft.qrId,
  pieces: draft.pieces,
  declaredValue: draft.declaredValue,
  distanceFee: route.distanceFee,
  storageFee: route.storageFee,
  waitMinutes: waitMinutes(draft, route),
})

const newPrice = ({ priceRule, insurancePlan }: QrSite, facts: QuotedFacts) =>
  priceOrder(priceRule, insurancePlan, facts)

const quoteIdFor = (keys: Keys, uin: string, facts: QuotedFacts, price: object, validUntil: number) => {
  const time = Buffer.alloc(timeBytes)
  time.writeUIntBE(validUntil, 0, timeBytes)
  const signed = [uin, facts.qrId, facts.pieces, facts.declaredValue, price, validUntil]
  const signature = createHmac('sha256', keys.quotes).update(JSON.stringify(signed)).digest()
  return Buffer.concat([time, signature], idBytes)
}

/**
 * Prices a draft. The quote id signs the traveller, the facts, every line and the expiry (15 minutes, contract).
 * Nothing is stored, and every instance accepts the quote.
 */
export function quoteFor(
  { keys, now }: SigningServices,
  uin: string,
  place: QrSite,
  facts: QuotedFacts,
): Quote {
  const price = newPrice(place, facts)
  const validUntil = now().getTime() + policy.quoteMinutes * 60_000
  return {
    ...price,
    quoteId: quoteIdFor(keys, uin, facts, price, validUntil).toString('base64url'),
    validUntil: new Date(validUntil).toISOString(),
  }
}

/**
 * Verifies a quote for this traveller, these facts and the current price. Returns its price, or null if it's invalid
 * or expired.
 */
export function verifyQuotedPrice(
  { keys, now }: SigningServices,
  quoteId: string,
  uin: string,
  place: QrSite,
  facts: QuotedFacts,
): ReturnType<typeof newPrice> | null {
  const quoteBytes = Buffer.from(quoteId, 'base64url')
  if (quoteBytes.length !== idBytes) return null
  const validUntil = quoteBytes.readUIntBE(0, timeBytes)
  const price = newPrice(place, facts)
  const isSigned = acceptedKeys(keys).some((accepted) =>
    timingSafeEqual(quoteBytes, quoteIdFor(accepted, uin, facts, price, validUntil)),
  )
  return isSigned && now().getTime() < validUntil ? price : null
}
