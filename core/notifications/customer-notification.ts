import * as v from 'valibot'
import { ClaimEventType } from '../contract/claim-stage.ts'
import { Currency, Id, Money } from '../contract/common.ts'
import { paymentPurposes } from '../contract/enumerations.ts'
import {
  type CustomerNotificationType,
  customerNotificationTypes,
  type NotificationItem,
} from '../contract/notification.ts'

/** A fact that is missing, or is not what it should be, is left out; the others stay. */
const fact = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined)

const words = v.pipe(v.string(), v.nonEmpty())
const amount = Money.entries.amount
const pieces = v.pipe(v.number(), v.integer(), v.minValue(1))

const NotificationContent = v.fallback(
  v.object({
    orderId: fact(Id),
    orderNumber: fact(words),
    /** What happened, when the type alone only says "order updated". */
    change: fact(
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
      ]),
    ),
    /** Why bags go back or on. */
    returning: fact(v.picklist(['refused', 'notCollected'])),
    /** What happened to a claim. */
    claim: fact(ClaimEventType),
    claimId: fact(Id),
    /** Who cancelled; the system cancels what nobody has paid by its pickup time. */
    by: fact(v.picklist(['traveller', 'operator', 'system'])),
    courierName: fact(words),
    pieces: fact(pieces),
    /** By which the bags came later than promised. */
    minutes: fact(pieces),
    /** Those that are paid for, when the courier counted more. */
    agreedPieces: fact(pieces),
    seals: fact(v.array(words)),
    /** Why an order was refused. */
    reason: fact(words),
    /** What goes back to the traveller. */
    refund: fact(Money),
    /** What lateness gives back if the bags arrive now. */
    due: fact(Money),
    /** To pay, or paid back, minor units of `currency`. */
    amount: fact(amount),
    currency: fact(Currency),
    source: fact(v.picklist(['normal', 'supplementary'])),
    /** What a supplementary payment is for. */
    purpose: fact(v.picklist(paymentPurposes)),
    failure: fact(v.picklist(['declined'])),
    /** What came of a payment that was asked for: nothing is due any more. */
    outcome: fact(v.picklist(['paid', 'withdrawn'])),
  }),
  {},
)
/** The facts of a notification, as far as they are known. */
export type NotificationContent = v.InferOutput<typeof NotificationContent>

/** A message to the traveller (spec section 3). `createTime` is ISO 8601 with offset. */
export type CustomerNotification = {
  id: string
  /** Grows with time. */
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

/** The word for a type's number: `pickuped` for 3. */
export const notificationName = (type: CustomerNotificationType): CustomerNotificationName => names[type]

/** Reads a content's JSON string; one that is no object, or no JSON, holds no facts. */
function readContent(content: string): NotificationContent {
  try {
    return v.parse(NotificationContent, JSON.parse(content))
  } catch {
    return {}
  }
}

/** A notification as the app holds it, from what the server sends. */
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

/** Whether a notification is about bags that nobody takes. */
export const isAboutReturn = ({ content: { change } }: CustomerNotification): boolean =>
  changesOfReturns.includes(change)

/** Whether a notification asks about the bags: their count, a seal, a damage. */
export const asksAboutBags = ({ isPopup, content }: CustomerNotification): boolean =>
  isPopup && changesOfBags.includes(content.change)
