import { operationActions as action, customerNotificationTypes as notification } from '@handsfree/core/api'
import type { LifecycleEvent } from '@handsfree/core/order'
import { lateRefundOf } from '@handsfree/core/policy'
import { agreedPieces } from './agreed-pieces.ts'
import { changedByTraveller, formerFacts } from './changed-facts.ts'
import type { Consequences } from './consequences.types.ts'
import { promisedArrivalOf } from './lifecycle-columns.ts'
import { columnsOf, type Moved } from './moved-columns.ts'
import type { BagRow, OrderRow } from './orders.table.ts'
import { lateDelivery, missedPickup } from './overdue-reasons.ts'
import { placeOfBags } from './place-of-bags.ts'
import { collectedLate, returnConsequences } from './return-consequences.ts'
import type { TraceFacts } from './types.ts'

const money = ({ currency }: OrderRow, amount: number) => ({ amount, currency })
/** What is left to refund of what was paid for the order: lateness and claims have given back their parts already. */
const held = ({ after, claimed }: Moved) =>
  money(after, Math.max(after.amountPaid - (after.lateRefund ?? 0) - claimed, 0))
const courier = ({ courierName, courierPhone }: OrderRow) => ({
  ...(courierName ? { courierName } : {}),
  ...(courierPhone ? { courierPhone } : {}),
})
const seals = (bags: BagRow[]) => bags.map(({ sealNumber }) => sealNumber)
const tags = (bags: BagRow[]) => ({ tagCodes: bags.map(({ tagCode }) => tagCode) })

const changeOfPieces = ({ before, after }: Moved): TraceFacts['facts'] => {
  const more = after.pieces - before.pieces
  return {
    ...courier(after),
    pieces: after.pieces,
    ...(more > 0 ? { piecesIncreased: more } : {}),
    ...(more < 0 ? { piecesDecreased: -more } : {}),
  }
}

/** What the lateness gives back if the bags arrive now. */
const dueSoFar = ({ after, now }: Moved) => {
  const promised = promisedArrivalOf(after, now)
  const late = lateRefundOf(after.priceRule, { promised, arrived: now.getTime(), paid: after.amountPaid })
  return late && after.lateRefund === null ? { due: money(after, late.amount) } : {}
}

const cancelledBy = (actor: string): NonNullable<TraceFacts['facts']['cancelledBy']> => {
  if (actor.startsWith('traveller:')) return 'traveller'
  return actor.startsWith('employee:') ? 'operator' : 'system'
}

const asReported = ({ after, reason }: Moved): Pick<Consequences, 'trace' | 'notification'> => ({
  trace: { type: 'courier_reported', facts: { ...courier(after), reason } },
  notification: { type: notification.orderUpdated, facts: { change: 'courierReported', reason } },
})

const asUndelivered = ({ after, reason }: Moved): Pick<Consequences, 'trace' | 'notification' | 'sms'> => ({
  trace: { type: 'updated', facts: { isUndelivered: true, reason } },
  notification: {
    type: notification.orderUpdated,
    facts: { change: 'closedUndelivered', reason, pieces: after.pieces },
    isPopup: true,
  },
  sms: 'closedUndelivered',
})

const asSettled = ({ reason }: Moved): Pick<Consequences, 'trace' | 'notification'> => ({
  trace: { type: 'updated', facts: { reason } },
  notification: { type: notification.orderUpdated, facts: { change: 'reportSettled', reason } },
})

const asCancelled = (moved: Moved, reason?: string): Pick<Consequences, 'trace' | 'notification'> => {
  const by = cancelledBy(moved.actor)
  const refund = held(moved)
  const isRefunded = moved.after.payment === 'refunding' && refund.amount > 0
  return {
    trace: { type: 'updated', facts: { cancelledBy: by, ...(reason ? { reason } : {}) } },
    notification: {
      type: notification.orderUpdated,
      facts: { change: 'cancelled', by, ...(isRefunded ? { refund } : {}) },
    },
  }
}

/** What the traveller of a cancelled order needs to know of bags that are out. */
const asRecalled = (moved: Moved): Consequences => {
  const { after, now, reason } = moved
  const { trace, notification } = asCancelled(moved, reason)
  return {
    columns: {
      cancelTime: now,
      ...(after.return === 'wait' ? { returnReason: 'cancelled', returnTime: now, returnDueTime: null } : {}),
    },
    ...(trace && { trace }),
    ...(notification && {
      notification: {
        ...notification,
        facts: { ...notification.facts, change: 'recalled', pieces: after.pieces },
        isPopup: true,
      },
    }),
    sms: 'recalled',
  }
}

const newCourier = (after: OrderRow): Pick<Consequences, 'trace' | 'notification'> => ({
  trace: { type: 'updated', facts: courier(after) },
  notification: {
    type: notification.orderUpdated,
    facts: { change: 'courierAssigned', courierName: after.courierName },
  },
})

/** Where bags are held that have arrived: their destination, or where they went instead. */
const whereHeld = (after: OrderRow): NonNullable<TraceFacts['facts']['place']> =>
  after.return === 'completed' ? placeOfBags(after).name : 'delivery'

/** A traveller who was notified that the bags wait needs no second text message. */
const handedOver = ({ before, after }: Moved): Pick<Consequences, 'trace' | 'notification' | 'sms'> => ({
  trace: { type: 'delivered', facts: { pieces: after.pieces, place: whereHeld(after) } },
  notification: { type: notification.signed, facts: { pieces: after.pieces } },
  ...(before.warehouse === 'completed' ? {} : { sms: 'handedOver' }),
})

const counted = (moved: Moved): Consequences => ({
  trace: { type: 'updated', facts: changeOfPieces(moved) },
  actions: [
    { action: action.packageChange, details: { before: moved.before.pieces, after: moved.after.pieces } },
  ],
  notification:
    moved.after.payment === 'supplementary'
      ? {
          type: notification.pendingPayment,
          facts: {
            ...money(moved.after, moved.after.total - moved.after.amountPaid),
            source: 'supplementary',
            pieces: moved.after.pieces,
            agreedPieces: agreedPieces(moved.after),
          },
          isPopup: true,
        }
      : {
          type: notification.orderUpdated,
          facts: { change: 'piecesChanged', pieces: moved.after.pieces },
          isPopup: moved.asks,
        },
})

const byEvent: Record<LifecycleEvent['type'], (moved: Moved) => Consequences> = {
  'payment.waive': () => ({}),
  'payment.succeeded': () => ({}),
  'payment.failed': () => ({}),
  'refund.complete': (moved) => {
    const facts = held(moved)
    return facts.amount > 0 ? { notification: { type: notification.refunded, facts } } : {}
  },
  'refund.reopen': () => ({}),
  'review.begin': () => ({
    trace: { type: 'reviewing', facts: {} },
    actions: [{ action: action.reviewing }],
  }),
  'review.pass': () => ({
    trace: { type: 'review_passed', facts: {} },
    actions: [{ action: action.reviewAllow }],
    notification: { type: notification.orderUpdated, facts: { change: 'reviewPassed' } },
  }),
  'review.reject': (moved) => ({
    trace: { type: 'review_failed', facts: { reason: moved.after.reviewFailure ?? '' } },
    actions: [{ action: action.reviewReject, details: { reason: moved.after.reviewFailure } }],
    notification: {
      type: notification.reviewFailed,
      facts: { reason: moved.after.reviewFailure, refund: held(moved) },
      isPopup: true,
    },
  }),
  'courier.assign': ({ after }) => ({
    columns: { courierArrivedTime: null },
    actions: [{ action: action.assign, details: { courier: after.courierName } }],
  }),
  'decision.allow': ({ after }) => ({
    ...newCourier(after),
    actions: [{ action: action.decisionAllow, details: { courier: after.courierName } }],
  }),
  'decision.reject': ({ before, reason }) => ({
    actions: [{ action: action.decisionReject, details: { courier: before.courierName, reason } }],
  }),
  'transfer.apply': ({ after }) => ({
    actions: [
      {
        action: action.transferApply,
        details: { from: after.courierName, to: after.transferCourierName },
      },
    ],
  }),
  'transfer.accept': ({ before, after }) => ({
    columns: { courierArrivedTime: null },
    ...newCourier(after),
    actions: [
      { action: action.transferAccept, details: { from: before.courierName, to: after.courierName } },
    ],
  }),
  'transfer.reject': ({ before, reason }) => ({
    actions: [{ action: action.transferReject, details: { to: before.transferCourierName, reason } }],
  }),
  'transfer.cancel': ({ before }) => ({
    actions: [{ action: action.transferCancel, details: { to: before.transferCourierName } }],
  }),
  'courier.arriveAtPickup': ({ after, now }) => ({
    columns: { courierArrivedTime: now, missedPickupTime: null },
    trace: { type: 'courier_arrived_at_pickup_site', facts: { ...courier(after), place: 'pickup' } },
    actions: [{ action: action.courierArrivedAtDeparture }],
    notification: { type: notification.orderUpdated, facts: { change: 'courierArrivedAtPickup' } },
  }),
  'order.change': (moved) =>
    moved.actor.startsWith('traveller:') ? changedByTraveller(moved) : counted(moved),
  'pickup.missed': ({ before, now }) => ({
    columns: {
      missedPickupTime: now,
      // Keeps a courier's own report.
      ...(before.exception === 'none' ? { exceptionReason: missedPickup, exceptionTime: now } : {}),
    },
    actions: [{ action: action.exceptionCreate, details: { reason: missedPickup } }],
    notification: { type: notification.orderUpdated, facts: { change: 'pickupMissed' }, isPopup: true },
    sms: 'pickupMissed',
  }),
  'delivery.late': (moved) => ({
    columns: {
      lateDeliveryTime: moved.now,
      // Keeps a person's own report.
      ...(moved.before.exceptionReason === null || moved.before.exceptionReason === missedPickup
        ? { exceptionReason: lateDelivery, exceptionTime: moved.now }
        : {}),
    },
    actions: [{ action: action.exceptionCreate, details: { reason: lateDelivery } }],
    notification: {
      type: notification.orderUpdated,
      facts: { change: 'deliveryLate', ...dueSoFar(moved) },
      isPopup: true,
    },
    sms: 'deliveryLate',
  }),
  'order.pickUp': ({ after, bags, now }) => ({
    columns: { pickedUpTime: now },
    trace: {
      type: 'picked_up',
      facts: { ...courier(after), pieces: after.pieces, seals: seals(bags), place: 'pickup' },
    },
    actions: [{ action: action.bindPackageTag, details: tags(bags) }, { action: action.pickup }],
    notification: { type: notification.pickuped, facts: { pieces: after.pieces, seals: seals(bags) } },
    sms: 'pickedUp',
  }),
  'package.retag': ({ bags, details, asks }) => ({
    trace: { type: 'updated', facts: { seals: seals(bags) } },
    actions: [
      { action: action.unbindPackageTag, details },
      { action: action.bindPackageTag, details: tags(bags) },
    ],
    notification: {
      type: notification.orderUpdated,
      facts: { change: 'sealChanged', seals: seals(bags) },
      isPopup: asks,
    },
  }),
  'order.changeDestination': ({ before, after }) => ({
    trace: {
      type: 'updated',
      facts: { place: after.deliveryPlace.name, before: formerFacts(before, after) },
    },
    actions: [
      {
        action: action.changeDestination,
        details: { from: before.deliveryPlace.name['en-US'], to: after.deliveryPlace.name['en-US'] },
      },
    ],
    notification: { type: notification.orderUpdated, facts: { change: 'destinationChanged' } },
  }),
  'transport.start': ({ after, now }) => ({
    columns: { transportTime: now },
    trace: { type: 'transportation', facts: courier(after) },
    actions: [{ action: action.transportInProgress }],
    notification: { type: notification.transporting, facts: { pieces: after.pieces } },
  }),
  'transport.complete': ({ after, now }) => ({
    columns: { arrivedTime: now },
    trace: { type: 'courier_arrived_at_delivery_site', facts: { ...courier(after), place: 'delivery' } },
    actions: [{ action: action.courierArrivedAtDestination }, { action: action.transportComplete }],
    notification: { type: notification.orderUpdated, facts: { change: 'courierArrivedAtDelivery' } },
  }),
  'warehouse.apply': () => ({ actions: [{ action: action.warehouseApply }] }),
  'package.confirm': ({ bags }) => ({
    actions: [{ action: action.warehousePackageConfirm, details: tags(bags) }],
  }),
  'warehouse.confirm': ({ after }) => ({
    trace: { type: 'warehoused', facts: { pieces: after.pieces, place: whereHeld(after) } },
    actions: [{ action: action.warehouseConfirm }],
    notification: { type: notification.warehouseSucceeded, facts: { pieces: after.pieces } },
    sms: 'readyToCollect',
  }),
  'order.hand': (moved) => ({
    ...handedOver(moved),
    actions: [
      ...collectedLate(moved),
      { action: action.unbindPackageTag, details: tags(moved.bags) },
      { action: action.hand, details: moved.details },
    ],
  }),
  'order.hotelHand': (moved) => ({
    ...handedOver(moved),
    actions: [
      ...collectedLate(moved),
      { action: action.unbindPackageTag, details: tags(moved.bags) },
      { action: action.hotelHand, details: moved.details },
    ],
  }),
  'exception.report': (moved) => ({
    ...asReported(moved),
    actions: [{ action: action.exceptionCreate, details: { reason: moved.reason } }],
  }),
  'exception.update': (moved) => ({
    ...asReported(moved),
    actions: [
      {
        action: action.exceptionUpdate,
        details: { before: moved.before.exceptionReason, after: moved.reason },
      },
    ],
  }),
  'exception.delete': ({ before }) => ({
    actions: [{ action: action.exceptionDelete, details: { reason: before.exceptionReason } }],
  }),
  'exception.lock': ({ reason }) => ({
    actions: [{ action: action.exceptionReportLockOrder, details: { isLocked: true, reason } }],
  }),
  'exception.unlock': () => ({
    actions: [{ action: action.exceptionReportLockOrder, details: { isLocked: false } }],
  }),
  'exception.closeOrder': (moved) => ({
    ...(moved.after.warehouse === 'handed' ? asSettled(moved) : asUndelivered(moved)),
    actions: [
      { action: action.unbindPackageTag, details: tags(moved.bags) },
      { action: action.exceptionReportCloseOrder, details: { reason: moved.reason } },
    ],
  }),
  'exception.cancelOrder': (moved) => ({
    ...(moved.after.closing === 'open' ? asRecalled(moved) : asCancelled(moved, moved.reason)),
    actions: [{ action: action.exceptionReportCancelOrder, details: { reason: moved.reason } }],
  }),
  'exception.markImportant': () => ({ actions: [{ action: action.exceptionReportMarkImportant }] }),
  'exception.ignore': () => ({ actions: [{ action: action.exceptionReportIgnore }] }),
  'exception.resolve': (moved) => ({
    ...asSettled(moved),
    actions: [{ action: action.exceptionResolve, details: { reason: moved.reason } }],
  }),
  'order.cancel': (moved) => ({
    ...asCancelled(moved),
    actions: [{ action: action.cancel, details: moved.details }],
  }),
  'order.close': () => ({ actions: [{ action: action.close }] }),
  ...returnConsequences,
}

/** What follows from one move. Pure; facts of messages never hold a phone number. */
export function consequencesOf(event: LifecycleEvent['type'], moved: Moved): Consequences {
  const consequences = byEvent[event](moved)
  return { ...consequences, columns: { ...columnsOf(moved), ...consequences.columns } }
}
