import * as v from 'valibot'
import { ClaimEventType } from '../contract/claim-stage.ts'
import { Currency, Id, Money } from '../contract/common.ts'
import { paymentPurposes } from '../contract/enumerations.ts'
import {
  type CustomerNotificationType,
  customerNotificationTypes,
  type NotificationItem,
} from '../contract/notification.ts'
import { ReportKind } from '../contract/order.ts'

/** Drops a missing or invalid fact and keeps the others. */
const optionalField = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined)

const nonEmptyText = v.pipe(v.string(), v.nonEmpty())
const amount = Money.entries.amount
const pieces = v.pipe(v.number(), v.integer(), v.minValue(1))

const NotificationContent = v.fallback(
  v.object({
    orderId: optionalField(Id),
    orderNumber: optionalField(nonEmptyText),
    /** Details for the type "order updated". */
    change: optionalField(
      v.picklist([
        'reviewPassed',
        'courierAssigned',
        'courierArrivedAtPickup',
        'courierArrivedAtDelivery',
        'piecesChanged',
        'destinationChanged',
        'sealChanged',
        'damageNoted',
        'courierReported',
        'reportSettled',
        'cancelled',
        'pickupMissed',
        'orderChanged',
        'changeUnpaid',
        'changeEnded',
        'destinationLate',
        'destinationRefused',
        'destinationTooLate',
        'deliveryLate',
        'deliveredLate',
        'lateRefunded',
        'returnAsked',
        'returnStarted',
        'returned',
        'recalled',
        'closedUndelivered',
        'invoiceReady',
        'invoiceDeclined',
      ]),
    ),
    returning: optionalField(v.picklist(['refused', 'notCollected'])),
    claim: optionalField(ClaimEventType),
    claimId: optionalField(Id),
    /** `system` cancels orders that are unpaid at their pickup time. */
    by: optionalField(v.picklist(['traveller', 'operator', 'system'])),
    courierName: optionalField(nonEmptyText),
    pieces: optionalField(pieces),
    /** Minutes past the promised time. */
    minutes: optionalField(pieces),
    /** Paid pieces, if the courier counted more. */
    agreedPieces: optionalField(pieces),
    seals: optionalField(v.array(nonEmptyText)),
    report: optionalField(ReportKind),
    reason: optionalField(nonEmptyText),
    refund: optionalField(Money),
    /** Refund for lateness if the bags arrived now. */
    due: optionalField(Money),
    /** To pay, or refunded, in minor units of `currency`. */
    amount: optionalField(amount),
    currency: optionalField(Currency),
    source: optionalField(v.picklist(['normal', 'supplementary'])),
    purpose: optionalField(v.picklist(paymentPurposes)),
    failure: optionalField(v.picklist(['declined'])),
    /** Outcome of a requested payment that is no longer due. */
    outcome: optionalField(v.picklist(['paid', 'withdrawn'])),
  }),
  {},
)
export type NotificationContent = v.InferOutput<typeof NotificationContent>

/** A message to the traveller (spec section 3). `createTime` is ISO 8601 with offset. */
export type CustomerNotification = {
  id: string
  /** Increases with time. */
  indexId: number
  type: CustomerNotificationType
  content: NotificationContent
  isPopup: boolean
  isRead: boolean
  createTime: string
  /** Zone and city of the order's pickup site; null without an order. */
  zone: { timeZone: string; city: string } | null
}

export type CustomerNotificationName = keyof typeof customerNotificationTypes

const names = Object.fromEntries(
  Object.entries(customerNotificationTypes).map(([name, type]) => [type, name]),
) as Record<CustomerNotificationType, CustomerNotificationName>

/** Name of a type's number: `pickuped` for 3. */
export const notificationName = (type: CustomerNotificationType): CustomerNotificationName => names[type]

/** Parses the JSON string; empty if invalid or not an object. */
function readContent(content: string): NotificationContent {
  try {
    return v.parse(NotificationContent, JSON.parse(content))
  } catch {
    return {}
  }
}

export const toCustomerNotification = (item: NotificationItem): CustomerNotification => ({
  id: item.notificationId,
  indexId: item.indexId,
  type: item.type,
  content: readContent(item.content),
  isPopup: item.isPopup === 1,
  isRead: item.isRead === 1,
  createTime: item.timestamp,
  zone: item.timeZone && item.cityName ? { timeZone: item.timeZone, city: item.cityName } : null,
})

const changesOfBags: readonly NotificationContent['change'][] = [
  'piecesChanged',
  'sealChanged',
  'damageNoted',
]

const changesOfReturns: readonly NotificationContent['change'][] = [
  'returnAsked',
  'returnStarted',
  'returned',
  'recalled',
]

/** Whether a notification is about a return. */
export const isAboutReturn = ({ content: { change } }: CustomerNotification): boolean =>
  changesOfReturns.includes(change)

/** Whether a notification asks about the bags: count, seal or damage. */
export const asksAboutBags = ({ isPopup, content }: CustomerNotification): boolean =>
  isPopup && changesOfBags.includes(content.change)
