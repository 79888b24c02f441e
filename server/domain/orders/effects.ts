import {
  operationActions as action,
  type CustomerNotificationType,
  customerNotificationTypes as notification,
} from '@handsfree/core/contract'
import {
  employeeNotificationsOf,
  type NewEmployeeNotification,
  type NotifiedOrder,
} from '@handsfree/core/notifications'
import type { LifecycleEvent } from '@handsfree/core/orders'
import { lateRefundOf, policy } from '@handsfree/core/policy'
import type { NewNotification } from '../notifications/notify.ts'
import type { RetiredNotification } from '../notifications/retire.ts'
import type { TravellerMessageKind } from '../texts/text-messages.table.ts'
import { agreedPieces } from './agreed-pieces.ts'
import { type LateRefund, lateRefundDue } from './late-refund.ts'
import { isRecalled, promisedArrivalOf } from './lifecycle-columns.ts'
import type { ReviewResult } from './order-reviews.ts'
import type { BagRow, OrderRow } from './orders.table.ts'
import { lateDelivery, missedPickup } from './overdue-reasons.ts'
import { placeOfBags } from './place-of-bags.ts'
import { previousValuesOf } from './previous-values.ts'
import { type ReturnFeeChange, returnFeeChange, returnFeeDue, withReturnFee } from './return-fee.ts'
import { type OrderTransition, transitionColumns } from './transition-columns.ts'
import type { Operation, TraceFacts } from './types.ts'

type Event = LifecycleEvent['type']

/** All effects of one event. `flows/move-order.ts` applies them in this order. */
export type Effects = {
  columns: Partial<OrderRow>
  trace: TraceFacts | null
  review: ReviewResult | null
  operations: Operation[]
  retired: RetiredNotification[]
  notification: Omit<NewNotification, 'uin'> | null
  employeeNotifications: NewEmployeeNotification[]
  text: TravellerMessageKind | null
  refundsEverything: boolean
  cancelsSessions: boolean
  endedChange: 'notified' | 'silent' | null
  lateRefund: LateRefund | null
  returnFee: ReturnFeeChange | null
}

type EventEffects = {
  columns?: Partial<OrderRow>
  trace?: TraceFacts
  operations?: Operation[]
  review?: ReviewResult
  notification?: { type: CustomerNotificationType; facts?: Record<string, unknown>; isPopup?: boolean }
  text?: TravellerMessageKind
  endsChange?: boolean
}

const hour = 3_600_000

const money = ({ currency }: OrderRow, amount: number) => ({ amount, currency })
/** Returns the refundable amount: paid minus late refund minus claim refunds. */
const refundableAmount = ({ after, claimRefunds }: OrderTransition) =>
  money(after, Math.max(after.amountPaid - (after.lateRefund ?? 0) - claimRefunds, 0))
const courierFacts = ({ courierName, courierPhone }: OrderRow) => ({
  ...(courierName ? { courierName } : {}),
  ...(courierPhone ? { courierPhone } : {}),
})
const sealNumbers = (bags: BagRow[]) => bags.map(({ sealNumber }) => sealNumber)
const tagDetails = (bags: BagRow[]) => ({ tagCodes: bags.map(({ tagCode }) => tagCode) })

const pieceChangeFacts = ({ before, after }: OrderTransition): TraceFacts['facts'] => {
  const more = after.pieces - before.pieces
  return {
    ...courierFacts(after),
    pieces: after.pieces,
    ...(more > 0 ? { piecesIncreased: more } : {}),
    ...(more < 0 ? { piecesDecreased: -more } : {}),
  }
}

const lateRefundSoFar = ({ after, now }: OrderTransition) => {
  const promisedTime = promisedArrivalOf(after, now)
  const late = lateRefundOf(after.priceRule, {
    promisedTime,
    arrivedTime: now.getTime(),
    amountPaid: after.amountPaid,
  })
  return late && after.lateRefund === null ? { due: money(after, late.amount) } : {}
}

const cancelledBy = (actor: string): NonNullable<TraceFacts['facts']['cancelledBy']> => {
  if (actor.startsWith('traveller:')) return 'traveller'
  return actor.startsWith('employee:') ? 'operator' : 'system'
}

/** The server's own reports have neither bags nor photos. */
const ownReport = { exceptionBags: [], exceptionPhotos: [] }

const reportFacts = ({ after: { exceptionKind }, reason }: OrderTransition) => ({
  ...(exceptionKind && exceptionKind !== 'pickupMissed' && exceptionKind !== 'deliveryLate'
    ? { report: exceptionKind }
    : {}),
  ...(reason === '' ? {} : { reason }),
})

const reportedEffects = (transition: OrderTransition): Pick<EventEffects, 'trace' | 'notification'> => ({
  trace: {
    type: 'courier_reported',
    facts: { ...courierFacts(transition.after), ...reportFacts(transition) },
  },
  notification: {
    type: notification.orderUpdated,
    facts: { change: 'courierReported', ...reportFacts(transition) },
  },
})

const undeliveredEffects = ({
  bags,
  reason,
}: OrderTransition): Pick<EventEffects, 'trace' | 'notification' | 'text'> => ({
  trace: { type: 'updated', facts: { isUndelivered: true, reason } },
  notification: {
    type: notification.orderUpdated,
    facts: { change: 'closedUndelivered', reason, pieces: bags.length },
    isPopup: true,
  },
  text: 'closedUndelivered',
})

const settledEffects = ({ reason }: OrderTransition): Pick<EventEffects, 'trace' | 'notification'> => ({
  trace: { type: 'updated', facts: { reason } },
  notification: { type: notification.orderUpdated, facts: { change: 'reportSettled', reason } },
})

const cancelledEffects = (
  transition: OrderTransition,
  reason?: string,
): Pick<EventEffects, 'trace' | 'notification'> => {
  const by = cancelledBy(transition.actor)
  const refund = refundableAmount(transition)
  const isRefunded = transition.after.payment === 'refunding' && refund.amount > 0
  return {
    trace: { type: 'updated', facts: { cancelledBy: by, ...(reason ? { reason } : {}) } },
    notification: {
      type: notification.orderUpdated,
      facts: { change: 'cancelled', by, ...(isRefunded ? { refund } : {}) },
    },
  }
}

/** A cancelled order whose bags are out has to be returned. */
const recalledEffects = (transition: OrderTransition): EventEffects => {
  const { after, now, reason, piecesLeft } = transition
  const { trace, notification } = cancelledEffects(transition, reason)
  return {
    columns: {
      cancelTime: now,
      ...(after.return === 'wait' ? { returnReason: 'cancelled', returnTime: now, returnDueTime: null } : {}),
    },
    ...(trace && { trace }),
    ...(notification && {
      notification: {
        ...notification,
        facts: { ...notification.facts, change: 'recalled', pieces: piecesLeft },
        isPopup: true,
      },
    }),
    text: 'recalled',
  }
}

const newCourierEffects = (after: OrderRow): Pick<EventEffects, 'trace' | 'notification'> => ({
  trace: { type: 'updated', facts: courierFacts(after) },
  notification: {
    type: notification.orderUpdated,
    facts: { change: 'courierAssigned', courierName: after.courierName },
  },
})

/** The server withdraws asks without an answer. */
const refusalDetails = ({ actor, reason }: Pick<OrderTransition, 'actor' | 'reason'>) =>
  actor === 'system' ? { isUnanswered: true } : { reason }

const storagePlace = (after: OrderRow): NonNullable<TraceFacts['facts']['place']> =>
  after.return === 'completed' ? placeOfBags(after).name : 'delivery'

/** No second text message if the traveller was already told that the bags are ready. */
const handedOverEffects = ({
  before,
  after,
}: OrderTransition): Pick<EventEffects, 'trace' | 'notification' | 'text'> => ({
  trace: { type: 'delivered', facts: { pieces: after.pieces, place: storagePlace(after) } },
  notification: { type: notification.signed, facts: { pieces: after.pieces } },
  ...(before.warehouse === 'completed' ? {} : { text: 'handedOver' }),
})

const countedEffects = (transition: OrderTransition): EventEffects => ({
  trace: { type: 'updated', facts: pieceChangeFacts(transition) },
  operations: [
    {
      action: action.packageChange,
      details: { before: transition.before.pieces, after: transition.after.pieces },
    },
  ],
  notification:
    transition.after.payment === 'supplementary'
      ? {
          type: notification.pendingPayment,
          facts: {
            ...money(transition.after, transition.after.total - transition.after.amountPaid),
            source: 'supplementary',
            pieces: transition.after.pieces,
            agreedPieces: agreedPieces(transition.after),
          },
          isPopup: true,
        }
      : {
          type: notification.orderUpdated,
          facts: { change: 'piecesChanged', pieces: transition.after.pieces },
          isPopup: transition.asksTraveller,
        },
})

const travellerChangeEffects = ({ before, after, details }: OrderTransition): EventEffects => {
  const previousValues = previousValuesOf(before, after)
  const { place, ...otherValues } = previousValues
  const refundAmount = before.amountPaid - after.amountPaid
  return {
    // A traveller who sets the count also confirms it.
    columns: previousValues.pieces === undefined ? {} : { countConsent: null, bookedPieces: null },
    trace: { type: 'updated', facts: { before: previousValues } },
    operations: [
      ...(place
        ? [
            {
              action: action.changeDestination,
              details: { from: place['en-US'], to: after.deliveryPlace.name['en-US'] },
            },
          ]
        : []),
      // Only field names: the log never contains the receiver.
      ...(Object.keys(otherValues).length > 0
        ? [{ action: action.packageChange, details: { ...details, changed: Object.keys(otherValues) } }]
        : []),
    ],
    notification: {
      type: notification.orderUpdated,
      facts: { change: 'orderChanged', ...(refundAmount > 0 ? { refund: money(after, refundAmount) } : {}) },
    },
  }
}

const returnEffects = (
  { after, now }: OrderTransition,
  stage: NonNullable<TraceFacts['facts']['returning']>,
  logged: Operation['action'],
) => ({
  columns: { returnTime: now, returnDueTime: null },
  trace: {
    type: 'updated' as const,
    facts: { returning: stage, ...(after.returnPlace ? { place: after.returnPlace.name } : {}) },
  },
  operations: [{ action: logged, details: { returnState: after.return, choice: after.returnChoice } }],
})

const returnNotification = ({ after, piecesLeft }: OrderTransition, change: string, isPopup = false) => ({
  type: notification.orderUpdated,
  facts: { change, pieces: piecesLeft, ...(after.returnReason ? { returning: after.returnReason } : {}) },
  isPopup,
})

const lateCollectionOperations = ({ before }: OrderTransition): Operation[] =>
  before.return === 'wait'
    ? [{ action: action.exceptionResolve, details: { returnState: 'none', choice: null } }]
    : []

const effectsByEvent: Record<Event, (transition: OrderTransition) => EventEffects> = {
  'payment.waive': () => ({}),
  'payment.succeeded': () => ({}),
  'payment.failed': () => ({}),
  'refund.complete': (transition) => {
    const facts = refundableAmount(transition)
    return facts.amount > 0 ? { notification: { type: notification.refunded, facts } } : {}
  },
  'refund.reopen': () => ({}),
  'review.begin': () => ({
    trace: { type: 'reviewing', facts: {} },
    review: { result: 'wait' },
    operations: [{ action: action.reviewing }],
  }),
  'review.pass': () => ({
    trace: { type: 'review_passed', facts: {} },
    review: { result: 'pass' },
    operations: [{ action: action.reviewAllow }],
    notification: { type: notification.orderUpdated, facts: { change: 'reviewPassed' } },
  }),
  'review.reject': (transition) => ({
    trace: { type: 'review_failed', facts: { reason: transition.after.reviewFailure ?? '' } },
    review: { result: 'reject', reason: transition.after.reviewFailure },
    operations: [{ action: action.reviewReject, details: { reason: transition.after.reviewFailure } }],
    notification: {
      type: notification.reviewFailed,
      facts: { reason: transition.after.reviewFailure, refund: refundableAmount(transition) },
      isPopup: true,
    },
  }),
  'courier.assign': ({ after, now }) => ({
    columns: { courierArrivedTime: null, askTime: now },
    operations: [{ action: action.assign, details: { courier: after.courierName } }],
  }),
  'decision.allow': ({ after }) => ({
    ...newCourierEffects(after),
    operations: [{ action: action.decisionAllow, details: { courier: after.courierName } }],
  }),
  'decision.reject': ({ before, ...answer }) => ({
    operations: [
      { action: action.decisionReject, details: { courier: before.courierName, ...refusalDetails(answer) } },
    ],
  }),
  'transfer.apply': ({ after, now }) => ({
    columns: { askTime: now },
    operations: [
      {
        action: action.transferApply,
        details: { from: after.courierName, to: after.transferCourierName },
      },
    ],
  }),
  'transfer.accept': ({ before, after }) => ({
    columns: { courierArrivedTime: null },
    ...newCourierEffects(after),
    operations: [
      { action: action.transferAccept, details: { from: before.courierName, to: after.courierName } },
    ],
  }),
  'transfer.reject': ({ before, ...answer }) => ({
    operations: [
      {
        action: action.transferReject,
        details: { to: before.transferCourierName, ...refusalDetails(answer) },
      },
    ],
  }),
  'transfer.cancel': ({ before }) => ({
    operations: [{ action: action.transferCancel, details: { to: before.transferCourierName } }],
  }),
  'courier.arriveAtPickup': ({ after, now }) => ({
    columns: { courierArrivedTime: now, missedPickupTime: null },
    trace: { type: 'courier_arrived_at_pickup_site', facts: { ...courierFacts(after), place: 'pickup' } },
    operations: [{ action: action.courierArrivedAtDeparture }],
    notification: { type: notification.orderUpdated, facts: { change: 'courierArrivedAtPickup' } },
    endsChange: true,
  }),
  'order.change': (transition) => ({
    ...(transition.isRequested ? travellerChangeEffects(transition) : countedEffects(transition)),
    endsChange: true,
  }),
  'pickup.missed': ({ before, now }) => ({
    columns: {
      missedPickupTime: now,
      // Keep a courier's own report.
      ...(before.exception === 'none'
        ? { ...ownReport, exceptionKind: 'pickupMissed', exceptionReason: missedPickup, exceptionTime: now }
        : {}),
    },
    operations: [{ action: action.exceptionCreate, details: { reason: missedPickup } }],
    notification: { type: notification.orderUpdated, facts: { change: 'pickupMissed' }, isPopup: true },
    text: 'pickupMissed',
  }),
  'delivery.late': (transition) => ({
    columns: {
      lateDeliveryTime: transition.now,
      // Keep a person's own report.
      ...(transition.before.exceptionReason === null || transition.before.exceptionReason === missedPickup
        ? {
            ...ownReport,
            exceptionKind: 'deliveryLate',
            exceptionReason: lateDelivery,
            exceptionTime: transition.now,
          }
        : {}),
    },
    operations: [{ action: action.exceptionCreate, details: { reason: lateDelivery } }],
    notification: {
      type: notification.orderUpdated,
      facts: { change: 'deliveryLate', ...lateRefundSoFar(transition) },
      isPopup: true,
    },
    text: 'deliveryLate',
  }),
  'order.pickUp': ({ after, bags, now }) => ({
    columns: { pickedUpTime: now },
    trace: {
      type: 'picked_up',
      facts: { ...courierFacts(after), pieces: after.pieces, seals: sealNumbers(bags), place: 'pickup' },
    },
    operations: [{ action: action.bindPackageTag, details: tagDetails(bags) }, { action: action.pickup }],
    notification: { type: notification.pickuped, facts: { pieces: after.pieces, seals: sealNumbers(bags) } },
    text: 'pickedUp',
    endsChange: true,
  }),
  'package.retag': ({ bags, details, asksTraveller }) => ({
    trace: { type: 'updated', facts: { seals: sealNumbers(bags) } },
    operations: [
      { action: action.unbindPackageTag, details },
      { action: action.bindPackageTag, details: tagDetails(bags) },
    ],
    notification: {
      type: notification.orderUpdated,
      facts: { change: 'sealChanged', seals: sealNumbers(bags) },
      isPopup: asksTraveller,
    },
  }),
  'order.changeDestination': ({ before, after }) => ({
    trace: {
      type: 'updated',
      facts: { place: after.deliveryPlace.name, before: previousValuesOf(before, after) },
    },
    operations: [
      {
        action: action.changeDestination,
        details: { from: before.deliveryPlace.name['en-US'], to: after.deliveryPlace.name['en-US'] },
      },
    ],
    notification: { type: notification.orderUpdated, facts: { change: 'destinationChanged' } },
    endsChange: true,
  }),
  'transport.start': ({ after, bags, details, now }) => ({
    columns: { transportTime: now },
    trace: { type: 'transportation', facts: courierFacts(after) },
    operations: [{ action: action.transportInProgress, details }],
    notification: { type: notification.transporting, facts: { pieces: bags.length } },
  }),
  'transport.complete': ({ after, now }) => ({
    columns: { arrivedTime: now },
    trace: { type: 'courier_arrived_at_delivery_site', facts: { ...courierFacts(after), place: 'delivery' } },
    operations: [{ action: action.courierArrivedAtDestination }, { action: action.transportComplete }],
    notification: { type: notification.orderUpdated, facts: { change: 'courierArrivedAtDelivery' } },
    endsChange: true,
  }),
  'warehouse.apply': () => ({ operations: [{ action: action.warehouseApply }] }),
  'package.confirm': ({ bags }) => ({
    operations: [{ action: action.warehousePackageConfirm, details: tagDetails(bags) }],
  }),
  'warehouse.confirm': ({ after, piecesLeft }) => ({
    trace: { type: 'warehoused', facts: { pieces: piecesLeft, place: storagePlace(after) } },
    operations: [{ action: action.warehouseConfirm }],
    notification: { type: notification.warehouseSucceeded, facts: { pieces: piecesLeft } },
    text: 'readyToCollect',
  }),
  'order.hand': (transition) => ({
    ...handedOverEffects(transition),
    operations: [
      ...lateCollectionOperations(transition),
      { action: action.unbindPackageTag, details: tagDetails(transition.bags) },
      { action: action.hand, details: transition.details },
    ],
  }),
  'order.hotelHand': (transition) => ({
    ...handedOverEffects(transition),
    operations: [
      ...lateCollectionOperations(transition),
      { action: action.unbindPackageTag, details: tagDetails(transition.bags) },
      { action: action.hotelHand, details: transition.details },
    ],
  }),
  'exception.report': (transition) => ({
    ...reportedEffects(transition),
    operations: [
      {
        action: action.exceptionCreate,
        details: {
          ...reportFacts(transition),
          ...(transition.after.exceptionBags.length > 0 ? { bags: transition.after.exceptionBags } : {}),
        },
      },
    ],
  }),
  'exception.update': (transition) => ({
    ...reportedEffects(transition),
    operations: [
      {
        action: action.exceptionUpdate,
        details: { before: transition.before.exceptionReason, after: transition.reason },
      },
    ],
  }),
  'exception.delete': ({ before }) => ({
    operations: [{ action: action.exceptionDelete, details: { reason: before.exceptionReason } }],
  }),
  'exception.lock': ({ reason }) => ({
    operations: [{ action: action.exceptionReportLockOrder, details: { isLocked: true, reason } }],
    endsChange: true,
  }),
  'exception.unlock': () => ({
    operations: [{ action: action.exceptionReportLockOrder, details: { isLocked: false } }],
  }),
  'exception.closeOrder': (transition) => ({
    ...(transition.after.warehouse === 'handed'
      ? settledEffects(transition)
      : undeliveredEffects(transition)),
    operations: [
      { action: action.unbindPackageTag, details: tagDetails(transition.bags) },
      { action: action.exceptionReportCloseOrder, details: { reason: transition.reason } },
    ],
  }),
  'exception.cancelOrder': (transition) => ({
    ...(transition.after.closing === 'open'
      ? recalledEffects(transition)
      : cancelledEffects(transition, transition.reason)),
    operations: [{ action: action.exceptionReportCancelOrder, details: { reason: transition.reason } }],
    endsChange: true,
  }),
  'exception.markImportant': () => ({ operations: [{ action: action.exceptionReportMarkImportant }] }),
  'exception.ignore': () => ({ operations: [{ action: action.exceptionReportIgnore }] }),
  'exception.resolve': (transition) => ({
    ...settledEffects(transition),
    operations: [{ action: action.exceptionResolve, details: { reason: transition.reason } }],
  }),
  'order.cancel': (transition) => ({
    ...cancelledEffects(transition),
    operations: [{ action: action.cancel, details: transition.details }],
  }),
  'order.close': () => ({ operations: [{ action: action.close }] }),
  'return.begin': (transition) => ({
    ...returnEffects(transition, transition.after.returnReason ?? 'refused', action.exceptionCreate),
    notification: returnNotification(transition, 'returnAsked', true),
    text: 'returnAsked',
  }),
  'return.choose': (transition) => {
    const chosen = returnEffects(transition, 'chosen', action.changeDestination)
    const keptUntil = new Date(transition.now.getTime() + policy.returnKeepHours * hour)
    const returnDueTime = transition.after.returnChoice === 'keep' ? keptUntil : null
    return { ...chosen, columns: { ...chosen.columns, returnDueTime } }
  },
  // Not logged: payments have their own records.
  'return.pay': ({ before, now }) => ({
    columns: { ...withReturnFee(before, returnFeeDue(before)), returnTime: now },
  }),
  'return.start': (transition) => ({
    ...returnEffects(transition, 'started', action.transportInProgress),
    notification: returnNotification(transition, 'returnStarted'),
  }),
  'return.complete': (transition) => ({
    ...returnEffects(transition, 'completed', action.transportComplete),
    notification: returnNotification(transition, 'returned'),
  }),
}

const asksForPayment = ({ closing, payment }: OrderRow) =>
  closing === 'open' && (payment === 'unpaid' || payment === 'failed' || payment === 'supplementary')

const asksForMoney = (order: OrderRow) => asksForPayment(order) || returnFeeDue(order) > 0

const isMissed = ({ closing, pickup, missedPickupTime }: OrderRow) =>
  closing === 'open' && pickup !== 'pickuped' && missedPickupTime !== null

const isLate = ({ closing, transport, lateDeliveryTime }: OrderRow) =>
  closing === 'open' && transport !== 'completed' && lateDeliveryTime !== null

const isAskedWhereTo = (order: OrderRow) =>
  order.closing === 'open' && order.return === 'wait' && order.returnChoice === null

const waitsAtDelivery = ({ closing, warehouse }: OrderRow) => closing === 'open' && warehouse === 'completed'

function retiredNotifications(event: Event, before: OrderRow, after: OrderRow): RetiredNotification[] {
  // A new count is a new surcharge.
  const isAskedAgain = asksForMoney(after) && event !== 'order.change'
  const outcome = event === 'payment.succeeded' || event === 'return.pay' ? 'paid' : 'withdrawn'
  return [
    ...(asksForMoney(before) && !isAskedAgain
      ? [{ type: notification.pendingPayment, outcome } as const]
      : []),
    ...(isMissed(before) && !isMissed(after) ? [{ change: 'pickupMissed' } as const] : []),
    ...(isLate(before) && !isLate(after) ? [{ change: 'deliveryLate' } as const] : []),
    ...(isAskedWhereTo(before) && !isAskedWhereTo(after) ? [{ change: 'returnAsked' } as const] : []),
    ...(before.exception === 'reported' && after.exception === 'none'
      ? [{ change: 'courierReported' } as const]
      : []),
    ...(waitsAtDelivery(before) && !waitsAtDelivery(after) ? [{ type: notification.handedTimeout }] : []),
  ]
}

const notifiedOrder = (order: OrderRow): NotifiedOrder => ({
  pickupSiteId: order.pickupPlace.siteId,
  deliverySiteId: placeOfBags(order).siteId,
  courierId: order.courierId,
  transferCourierId: order.transferCourierId,
  isSurchargeDue: order.payment === 'supplementary',
  isReviewed: order.review !== 'none',
  isOnTheWay: order.pickup === 'pickuped' && order.transport !== 'completed',
  isRecalled: isRecalled(order),
  isHanded: order.warehouse === 'handed',
  pieces: order.pieces,
})

/** Returns all effects of one event. Pure. Message facts never contain a phone number. */
export function effectsOf(event: Event, transition: OrderTransition): Effects {
  const { before, piecesLeft, now, actor, reason, isQuiet, isRequested } = transition
  const eventEffects = effectsByEvent[event](transition)
  const columns = { ...transitionColumns(transition), ...eventEffects.columns }
  const after = { ...transition.after, ...columns }
  const isOver = before.closing === 'open' && after.closing !== 'open'
  const settlesLateness =
    event === 'transport.complete' || (event === 'exception.closeOrder' && after.arrivedTime === null)
  const isAboutReturn =
    event.startsWith('return.') ||
    before.return !== after.return ||
    (after.return === 'wait' && after.closing === 'closed')
  const { orderId, orderNumber } = before
  const { type, facts, isPopup = false } = eventEffects.notification ?? {}
  return {
    columns,
    trace: (!isQuiet && eventEffects.trace) || null,
    review: eventEffects.review ?? null,
    operations: eventEffects.operations ?? [],
    retired: retiredNotifications(event, before, after),
    notification:
      type === undefined || isQuiet
        ? null
        : { type, content: { orderId, orderNumber, ...facts }, isPopup, endsOrder: isOver },
    employeeNotifications: employeeNotificationsOf(event, {
      before: notifiedOrder(before),
      after: { ...notifiedOrder(after), pieces: piecesLeft },
      isByTraveller: isRequested || actor.startsWith('traveller:'),
      isUnanswered: actor === 'system' && (event === 'decision.reject' || event === 'transfer.reject'),
      report: event === 'exception.report' ? reportFacts({ ...transition, after }).report : undefined,
      reason: reason || (event === 'review.reject' ? (after.reviewFailure ?? '') : ''),
    }),
    text: eventEffects.text ?? null,
    refundsEverything: before.payment !== 'refunding' && after.payment === 'refunding',
    cancelsSessions: isOver || (before.closing === 'open' && isRecalled(after)),
    endedChange:
      before.changeWaits && (isOver || eventEffects.endsChange) ? (isOver ? 'silent' : 'notified') : null,
    lateRefund: settlesLateness ? lateRefundDue(after, now) : null,
    returnFee: isAboutReturn && !settlesLateness ? returnFeeChange(after) : null,
  }
}
