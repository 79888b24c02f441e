import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PricedFacts, QrSite, Quote } from '@handsfree/core/api'
import { policy, priceOrder } from '@handsfree/core/policy'
import type { Services } from '../services.ts'

/** Bytes of a quote id: 6 of the time until which it holds, 16 of the signature. */
const timeBytes = 6
const idBytes = timeBytes + 16

type Signing = Pick<Services, 'secret' | 'now'>

const newPrice = ({ priceRule, insurancePlan }: QrSite, facts: PricedFacts) =>
  priceOrder(priceRule, insurancePlan, facts)

const quoteIdFor = (secret: string, uin: string, facts: PricedFacts, price: object, validUntil: number) => {
  const time = Buffer.alloc(timeBytes)
  time.writeUIntBE(validUntil, 0, timeBytes)
  const signed = [uin, facts.qrId, facts.pieces, facts.declaredValue, price, validUntil]
  const signature = createHmac('sha256', secret)
    .update(`quote:${JSON.stringify(signed)}`)
    .digest()
  return Buffer.concat([time, signature], idBytes)
}

/**
 * Prices a draft for a traveller. The quote is kept in its own id: the id signs who asked, for what, every line and
 * until when (15 minutes, contract), so nothing is stored and a quote holds on every instance.
 */
export function quoteFor({ secret, now }: Signing, uin: string, place: QrSite, facts: PricedFacts): Quote {
  const price = newPrice(place, facts)
  const validUntil = now().getTime() + policy.quoteMinutes * 60_000
  return {
    ...price,
    quoteId: quoteIdFor(secret, uin, facts, price, validUntil).toString('base64url'),
    validUntil: new Date(validUntil).toISOString(),
  }
}

/** Whether a quote still holds: made by us for this traveller and these facts, in time, and the price is the same. */
export function quoteHolds(
  { secret, now }: Signing,
  quoteId: string,
  uin: string,
  place: QrSite,
  facts: PricedFacts,
): boolean {
  const given = Buffer.from(quoteId, 'base64url')
  if (given.length !== idBytes) return false
  const validUntil = given.readUIntBE(0, timeBytes)
  const expected = quoteIdFor(secret, uin, facts, newPrice(place, facts), validUntil)
  return timingSafeEqual(given, expected) && now().getTime() < validUntil
}
