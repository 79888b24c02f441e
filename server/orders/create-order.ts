import { errorCodes, type OrderDraft, operationActions, type QrSite } from '@handsfree/core/api'
import { newLifecycle } from '@handsfree/core/order'
import { priceOrder } from '@handsfree/core/policy'
import { newId } from '../db/columns.ts'
import type { Work } from '../db/work.ts'
import { ApiError } from '../http/api-error.ts'
import { openPayment } from '../payments/open-payment.ts'
import type { Services } from '../services.ts'
import { beginReview } from './begin-review.ts'
import { checkDraft, findRoute, found } from './draft-rules.ts'
import { moveOrder } from './move-order.ts'
import { logOperations } from './operations.ts'
import { newClaimCode, newOrderNumber } from './order-codes.ts'
import { refuseTooManyOrders } from './order-limits.ts'
import { type OrderRow, orders, orderTrace } from './orders.table.ts'
import { findTarget, snapshotSite } from './places.ts'
import { quotedFacts, quoteFor, quoteHolds } from './quotes.ts'

/** Milliseconds after which the traveller of an unpaid order is reminded once. */
const remindAfter = 5 * 60_000

const codeTries = 6

type CreateServices = Pick<Services, 'keys' | 'now' | 'realtime'>
type Request = { draft: OrderDraft; quoteId: string; termsVersion: string }

type NewOrder = Omit<typeof orders.$inferInsert, 'orderNumber'>

/** Inserts the order under a unique number. */
async function insertOrder({ tx }: Work, order: NewOrder): Promise<OrderRow> {
  for (let attempt = 0; attempt < codeTries; attempt++) {
    const orderNumber = newOrderNumber(order.createTime, order.timeZone, attempt)
    const [inserted] = await tx
      .insert(orders)
      .values({ ...order, orderNumber })
      .onConflictDoNothing({ target: orders.orderNumber })
      .returning()
    if (inserted) return inserted
  }
  throw new Error('no free order number')
}

/**
 * Creates a traveller's order from a draft, whose rules are all checked again. Opens its payment, or starts the review
 * of a free order. Throws 1008 with the field, 8003 with a new quote when the old one is stale, and 1012 (429) for a
 * traveller with too many orders (`refuseTooManyOrders`).
 */
export async function createOrder(
  work: Work,
  services: CreateServices,
  uin: string,
  place: QrSite,
  { draft, quoteId, termsVersion }: Request,
): Promise<OrderRow> {
  const now = services.now()
  // The rest of a draft is stored in columns of the same names.
  const { roomNumber, roomPassword, delivery: target, pickupTime, deliveryTime, receiver, ...written } = draft
  await refuseTooManyOrders(work, { uin, siteId: place.site.siteId, now })
  const delivery = found(await findTarget(work.tx, target))
  const route = findRoute(place, delivery.destination)
  const facts = quotedFacts(draft, route)
  const photos = await checkDraft(work.tx, services, { draft, termsVersion }, { place, route, uin })
  if (!quoteHolds(services, quoteId, uin, place, facts)) {
    const quote = quoteFor(services, uin, place, facts)
    throw new ApiError(errorCodes.billingRuleNotFound, 'the quote no longer holds', { details: quote })
  }
  const pickupPlace = await snapshotSite(work.tx, place.site.siteId, roomNumber || (place.roomNumber ?? ''))
  if (!pickupPlace) throw new ApiError(errorCodes.siteNotExists, 'site not exists')
  const { lines, total } = priceOrder(place.priceRule, place.insurancePlan, facts)

  const orderId = newId()
  const order = await insertOrder(work, {
    orderId,
    uin,
    ...newLifecycle,
    ...written,
    pickupPlace,
    deliveryPlace: delivery.place,
    roomPassword: place.access === 'roomPassword' ? roomPassword : null,
    timeZone: place.site.timeZone,
    pickupTime: new Date(pickupTime),
    deliveryTime: new Date(deliveryTime),
    travelMinutes: route.travelMinutes,
    photos,
    receiverName: receiver.name,
    receiverDialCode: receiver.dialCode,
    receiverPhoneNumber: receiver.phoneNumber,
    termsVersion,
    currency: total.currency,
    priceRule: place.priceRule,
    insurancePlan: place.insurancePlan,
    distanceFee: route.distanceFee,
    storageFee: route.storageFee,
    lines,
    total: total.amount,
    claimCode: newClaimCode(),
    createTime: now,
    updateTime: now,
    paymentReminderTime: total.amount > 0 ? new Date(now.getTime() + remindAfter) : null,
  })
  const actor = `traveller:${uin}`
  await work.tx
    .insert(orderTrace)
    .values({ traceId: newId(), orderId, type: 'created', facts: { pieces: draft.pieces }, time: now })
  await logOperations(work, { orderId, actor, time: now }, [
    { action: operationActions.create, details: { termsVersion } },
  ])
  if (total.amount === 0) {
    return beginReview(
      work,
      services,
      await moveOrder(work, services, order, { event: 'payment.waive', actor }),
    )
  }
  await openPayment(work, services, order, 'normal', total.amount)
  work.afterCommit(() => services.realtime.orderChanged(uin, orderId))
  return order
}
