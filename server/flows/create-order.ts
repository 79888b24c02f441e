import { type Locale, type OrderDraft, storedFieldsOf } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { initialLifecycle } from '@handsfree/core/orders'
import { type OrderDetails, withOrderDetails } from '../domain/order-details/order-details.ts'
import { findCreationPlaces } from '../domain/orders/creation-places.ts'
import { checkDraft, findRoute, requireSite } from '../domain/orders/draft-rules.ts'
import { findPastQuote } from '../domain/orders/find-past-quote.ts'
import { newClaimCode } from '../domain/orders/order-codes.ts'
import { refuseTooManyOrders } from '../domain/orders/order-limits.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import { quotedFacts, quoteFor, verifyQuotedPrice } from '../domain/orders/quotes.ts'
import type { Transaction } from '../runtime/db/database.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { FinalStatement } from '../runtime/http/idempotency.ts'
import { newId } from '../runtime/random.ts'
import type { Services } from '../runtime/services.ts'
import { beginReview } from './begin-review.ts'
import { findCreationChecks } from './creation-checks.ts'
import { insertOrder } from './insert-order.ts'
import { moveOrder } from './move-order.ts'

/** Milliseconds until the single payment reminder. */
const reminderDelayMs = 5 * 60_000

/** A transaction whose last statement can also store the call's answer. */
export type CreationWork = Work & { addFinalStatement(last: FinalStatement): void }

type CreateServices = Pick<Services, 'keys' | 'now' | 'random' | 'realtime' | 'settings'>
/** Set if an employee prepared the order: its reserved id, and who prepared it. */
type Origin = Pick<OrderRow, 'orderId' | 'source' | 'creationType'> & { preparedBy: string }
type CreationRequest = { draft: OrderDraft; quoteId: string; termsVersion: string; origin?: Origin }

/** Reads everything that `createOrder` needs. Null checks mean an unknown QR code. The traveller must be locked. */
export async function readForCreation(
  tx: Transaction,
  { db, now, random }: Pick<Services, 'db' | 'now' | 'random'>,
  { tokenHash, locale }: { tokenHash: string; locale: Locale },
  draft: OrderDraft,
) {
  const { qrId, photos } = draft
  const checks = await findCreationChecks(tx, { tokenHash, qrId, photos, now: now(), random })
  const on = checks && { db, tx, version: checks.version }
  return { checks, places: on && (await findCreationPlaces(on, draft, locale)) }
}

/**
 * Creates an order from a draft and revalidates it. Opens the payment, or starts the review of a free order. Throws
 * 3002 for an unknown QR code, 1008 with the field, and 8003 with a new quote for a stale one. Throws 1012 (429) for
 * too many orders (`refuseTooManyOrders`).
 */
export async function createOrder(
  work: CreationWork,
  services: CreateServices,
  { uin, locale }: { uin: string; locale: Locale },
  { draft, quoteId, termsVersion, origin }: CreationRequest,
  { places, checks }: Awaited<ReturnType<typeof readForCreation>>,
): Promise<OrderDetails> {
  const now = services.now()
  if (!places || !checks) throw new ApiError(errorCodes.siteNotExists, 'site not exists')
  const { place, target, pickupPlace } = places
  const { timeZone } = place.site
  refuseTooManyOrders(checks.counts)
  const delivery = requireSite(target)
  const route = findRoute(place, delivery.destination)
  const facts = quotedFacts(draft, route)
  const { photos, receiver } = checkDraft(
    { draft, termsVersion },
    { place, route, now, ...checks, smsCountries: services.settings.smsCountries },
  )
  const price = verifyQuotedPrice(services, quoteId, uin, place, facts)
  const quoted = price
    ? { place, facts, price }
    : await findPastQuote(work.tx, services, { quoteId, uin, draft, place, delivery, locale })
  if (!quoted) {
    const quote = quoteFor(services, uin, place, facts)
    throw new ApiError(errorCodes.billingRuleNotFound, 'the quote is no longer valid', { details: quote })
  }
  const { priceRule, insurancePlan } = quoted.place
  const { lines, total } = quoted.price

  // The remaining draft fields have columns of the same names.
  const { roomNumber, delivery: _, receiver: _spelled, pickupTime, deliveryTime, ...draftColumns } = draft
  const { order, payments, insert } = insertOrder(
    work.tx,
    services.random,
    {
      orderId: origin?.orderId ?? newId(services.random),
      source: origin?.source ?? 'selfService',
      creationType: origin?.creationType ?? 'createByCustomer',
      orderNumber: checks.freeNumber,
      uin,
      ...initialLifecycle,
      ...draftColumns,
      pickupPlace,
      deliveryPlace: delivery.place,
      ...storedFieldsOf(draft, place),
      timeZone,
      pickupTime: new Date(pickupTime),
      deliveryTime: new Date(deliveryTime),
      travelMinutes: route.travelMinutes,
      photos,
      receiverName: receiver.name,
      receiverDialCode: receiver.dialCode,
      receiverPhoneNumber: receiver.phoneNumber,
      receiverLocale: receiver.locale ?? null,
      termsVersion,
      currency: total.currency,
      priceRule,
      insurancePlan,
      distanceFee: quoted.facts.distanceFee,
      storageFee: quoted.facts.storageFee,
      waitMinutes: quoted.facts.waitMinutes,
      lines,
      total: total.amount,
      claimCode: newClaimCode(services.random),
      createTime: now,
      updateTime: now,
      paymentReminderTime: total.amount > 0 ? new Date(now.getTime() + reminderDelayMs) : null,
    },
    origin && { creationType: origin.creationType, preparedBy: origin.preparedBy },
  )
  if (total.amount === 0) {
    await insert()
    const waived = await moveOrder(work, services, order, {
      event: 'payment.waive',
      actor: `traveller:${uin}`,
    })
    return (await withOrderDetails(work.tx, [await beginReview(work, services, waived)]))[0]!
  }
  work.addFinalStatement(insert)
  work.afterCommit(() => services.realtime.orderChanged(uin, order.orderId))
  return { order, payments, bags: [], takings: [], refunds: [], processing: [], change: null }
}
