import {
  type Courier,
  type Locale,
  type Order,
  shownFieldsOf,
  type TraceEvent,
} from '@handsfree/core/contract'
import { utcOffsetAt } from '@handsfree/core/lib'
import { customerView, orderStatus } from '@handsfree/core/orders'
import { lateSteps, policy, refundBy } from '@handsfree/core/policy'
import type { Services } from '../../runtime/services.ts'
import { toOpenChange } from '../changes/find-changes.ts'
import { changeableOf } from '../changes/refusals.ts'
import { signFileUrl } from '../files/file-url.ts'
import { agreedPieces, awaitsConsent } from '../orders/agreed-pieces.ts'
import { canCollect } from '../orders/can-collect.ts'
import { legalEventsOf } from '../orders/legal-events.ts'
import {
  expectedArrivalOf,
  freeUntilOf,
  lifecycleOf,
  missedFromOf,
  promisedArrivalOf,
} from '../orders/lifecycle-columns.ts'
import type { OrderRow, orderTrace } from '../orders/orders.table.ts'
import { toOrderPlace } from '../orders/places.ts'
import { returnFeeDue, returnPrice } from '../orders/return-fee.ts'
import { travellersPhoto } from '../orders/travellers-photo.ts'
import { checkingSince } from '../payments/processing.ts'
import type { OrderDetails } from './order-details.ts'

type ReadServices = Pick<Services, 'keys' | 'now'>

const iso = (time: Date) => time.toISOString()
const isoOrNull = (time: Date | null) => time?.toISOString() ?? null

const canPay = ({ closing, payment }: OrderRow) =>
  closing === 'open' && (payment === 'unpaid' || payment === 'failed' || payment === 'supplementary')

const actionsOf = (order: OrderRow, now: Date, isChecking: boolean): Order['actions'] => [
  ...(canPay(order) && !isChecking && !awaitsConsent(order) ? (['order.pay'] as const) : []),
  ...(legalEventsOf(order, now).includes('order.cancel') ? (['order.cancel'] as const) : []),
]

const mayChange = (order: OrderRow, now: Date) => {
  const changeable = changeableOf(order, now)
  return changeable.ok ? changeable.value : null
}

/** Returns the assigned courier, who may not have accepted yet. */
export const courierOf = ({ courierName, courierPhone, courierPlate }: OrderRow): Courier | null =>
  courierName ? { name: courierName, phone: courierPhone ?? '', plate: courierPlate ?? '' } : null

/** Returns where the bags were last scanned; their position in between isn't known. */
const currentAddress = (
  { transport, return: returning, returnPlace, pickupPlace, deliveryPlace }: OrderRow,
  locale: Locale,
) =>
  returning === 'completed' && returnPlace
    ? returnPlace.name[locale]
    : (transport === 'completed' ? deliveryPlace : pickupPlace).name[locale]

/** Returns the refund deadline of a rejected or cancelled order. Null if no refund has started. */
const refundPromise = ({ refundStartTime }: OrderRow): string | null =>
  refundStartTime && iso(new Date(refundBy(refundStartTime.getTime())))

/** The traveller's view, in the request's language, with signed photo URLs. */
export function toOrder(parts: OrderDetails, services: ReadServices, locale: Locale): Order {
  const { order, bags, payments, takings, refunds, processing, change } = parts
  const now = services.now()
  const lifecycle = lifecycleOf(order)
  const { currency } = order
  const delivery = expectedArrivalOf(order)
  const money = (amount: number) => ({ amount, currency })
  const url = (fileId: string) => signFileUrl(services, fileId)
  const openPayment = payments.findLast(({ paidSessionId }) => paidSessionId === null) ?? payments.at(-1)
  const pendingSince = canPay(order)
    ? checkingSince(
        processing.find(({ paymentId }) => paymentId === openPayment?.paymentId),
        now,
      )
    : null
  return {
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    claimCode: canCollect(order) ? order.claimCode : null,
    status: orderStatus(lifecycle),
    view: customerView(lifecycle),
    lifecycle,
    createTime: iso(order.createTime),
    completedTime: isoOrNull(order.completedTime),
    cancelTime: isoOrNull(order.cancelTime),
    updateTime: iso(order.updateTime),
    pickup: toOrderPlace(order.pickupPlace, locale),
    access: order.roomPassword === null ? 'frontDesk' : 'roomPassword',
    delivery: toOrderPlace(order.deliveryPlace, locale),
    currentAddress: currentAddress(order, locale),
    scannedTime: isoOrNull(
      (order.return === 'completed' ? order.returnTime : null) ?? order.arrivedTime ?? order.pickedUpTime,
    ),
    pickupTime: iso(order.pickupTime),
    deliveryTime: iso(order.deliveryTime),
    arrivalFrom: iso(new Date(delivery.from)),
    estimatedDelivery: iso(new Date(delivery.until)),
    pickedUpTime: isoOrNull(order.pickedUpTime),
    arrivedTime: isoOrNull(order.arrivedTime),
    courierArrivedTime: isoOrNull(order.courierArrivedTime),
    timeZone: order.timeZone,
    utcOffset: utcOffsetAt(order.pickupTime.getTime(), order.timeZone),
    cityName: order.pickupPlace.cityName[locale],
    pieces: order.pieces,
    photos: order.photos.map(url),
    bags: bags.map((bag, index) => ({
      tagCode: bag.tagCode,
      sealNumber: bag.sealNumber,
      photos: [
        ...travellersPhoto(order, index).map((fileId) => ({
          url: url(fileId),
          takenBy: 'traveller' as const,
        })),
        ...bag.photos.map((fileId) => ({ url: url(fileId), takenBy: 'courier' as const })),
      ],
      isHanded: bag.handedTime !== null || order.warehouse === 'handed',
    })),
    receiver: {
      name: order.receiverName,
      dialCode: order.receiverDialCode,
      phoneNumber: order.receiverPhoneNumber,
      locale: order.receiverLocale,
    },
    ...shownFieldsOf(order),
    declaredValue: order.declaredValue,
    currency,
    lines: order.lines,
    total: money(order.total),
    amountPaid: money(order.amountPaid),
    surcharge: money(order.payment === 'supplementary' ? order.total - order.amountPaid : 0),
    agreedPieces: agreedPieces(order),
    payments: takings.map(({ paymentId, source, purpose, amount, method, receiptNumber, paidTime }) => ({
      paymentId,
      source,
      ...(purpose ? { purpose } : {}),
      amount: money(amount),
      paidTime: iso(paidTime),
      method,
      receiptNumber,
    })),
    refunds: refunds.map(
      ({ refundId, sessionId, amount, reason, creditNoteNumber, createTime, doneTime }) => ({
        refundId,
        amount: money(amount),
        startTime: iso(createTime),
        refundBy: iso(new Date(refundBy(createTime.getTime()))),
        doneTime: isoOrNull(doneTime),
        reason,
        creditNoteNumber,
        receiptNumber: takings.find((taking) => taking.sessionId === sessionId)?.receiptNumber ?? null,
      }),
    ),
    openQuestions: order.openQuestions,
    countConsent: order.countConsent,
    // Hide couriers who haven't accepted.
    courier: order.assignment === 'accepted' ? courierOf(order) : null,
    reviewFailure: order.reviewFailure,
    returning:
      order.return === 'none' || order.returnReason === null
        ? null
        : {
            state: order.return,
            reason: order.returnReason,
            choice: order.returnChoice,
            place: order.returnPlace && toOrderPlace(order.returnPlace, locale),
            canKeep: order.warehouse === 'completed',
            time: isoOrNull(order.returnTime),
            keptUntil: isoOrNull(order.returnDueTime),
            fee: money(returnPrice(order)),
            paymentId: returnFeeDue(order) > 0 ? (openPayment?.paymentId ?? null) : null,
          },
    promises: {
      freeCancellationUntil: iso(freeUntilOf(order)),
      refundBy: refundPromise(order),
      pickupMissedFrom: iso(new Date(missedFromOf(order))),
      deliverBy: iso(new Date(promisedArrivalOf(order, now))),
      late: lateSteps(order.priceRule).toReversed(),
      lateRefund: order.lateRefund ? money(order.lateRefund) : null,
      freeWaitMinutes: policy.freeWaitMinutes,
    },
    actions: actionsOf(order, now, pendingSince !== null),
    changes: {
      may: mayChange(order, now),
      open: change && toOpenChange(change, order, locale),
      qrId: order.qrId,
    },
    paymentId: openPayment?.paymentId ?? null,
    checkingSince: pendingSince,
  }
}

export function toTraceEvent(
  { traceId, type, time, facts }: typeof orderTrace.$inferSelect,
  { pickupPlace, deliveryPlace }: OrderRow,
  locale: Locale,
): TraceEvent {
  const { place, before, ...rest } = facts
  const placeName =
    typeof place === 'object'
      ? place[locale]
      : place && (place === 'pickup' ? pickupPlace : deliveryPlace).name[locale]
  const previousValues = before && { ...before, place: before.place?.[locale] }
  return {
    traceId,
    type,
    time: iso(time),
    facts: {
      ...rest,
      ...(placeName ? { place: placeName } : {}),
      ...(previousValues ? { before: previousValues } : {}),
    },
  }
}
