import {
  type CustomerNotificationType,
  customerNotificationTypes as notification,
  type TraceEvent,
} from '@handsfree/core/contract'

/** A traveller's notification without its order. */
export type ExpectedNotification = { type: CustomerNotificationType; facts: Record<string, unknown> }

/**
 * Amounts missing from the trace, in minor units of CNY: the refund of a rejected or cancelled order, and the
 * surcharge for more bags.
 */
export type StoryMoney = { refund?: number; surcharge?: number }

const currency = 'CNY'
const orderUpdate = (
  change: string,
  facts: object = {},
  type: ExpectedNotification['type'] = notification.orderUpdated,
): ExpectedNotification => ({
  type,
  facts: { change, ...facts },
})

/** `updated` stands for several changes; its facts tell them apart. */
function updateNotification(
  { cancelledBy, courierName, pieces, seals, place, reason }: TraceEvent['facts'],
  money: StoryMoney,
): ExpectedNotification {
  if (cancelledBy !== undefined)
    return orderUpdate(
      'cancelled',
      {
        by: cancelledBy,
        ...(money.refund === undefined ? {} : { refund: { amount: money.refund, currency } }),
      },
      cancelledBy === 'traveller' ? notification.orderUpdated : notification.reviewFailed,
    )
  if (pieces !== undefined) return orderUpdate('piecesChanged', { pieces }, notification.handedTimeout)
  if (seals !== undefined) return orderUpdate('sealChanged', { seals }, notification.handedTimeout)
  if (place !== undefined) return orderUpdate('destinationChanged')
  if (reason !== undefined) return orderUpdate('reportSettled', { reason })
  return orderUpdate('courierAssigned', { courierName })
}

type PieceCounts = { pieces: number; agreedPieces: number }

/** A paid surcharge. */
const surcharge = (
  { pieces, agreedPieces }: PieceCounts,
  { surcharge: amount }: StoryMoney,
): ExpectedNotification => ({
  type: notification.pendingPayment,
  facts: { amount, currency, source: 'supplementary', pieces, agreedPieces, outcome: 'paid' },
})

function notificationOf(
  { type, facts }: Omit<TraceEvent, 'traceId'>,
  counted: PieceCounts,
  money: StoryMoney,
): ExpectedNotification | null {
  const { pieces } = counted
  switch (type) {
    // The traveller did this, or it follows immediately.
    case 'created':
    case 'reviewing':
    case 'unknown':
      return null
    case 'review_passed':
      return orderUpdate('reviewPassed')
    case 'review_failed':
      return {
        type: notification.reviewFailed,
        facts: { reason: facts.reason, refund: { amount: money.refund, currency } },
      }
    case 'courier_arrived_at_pickup_site':
      return orderUpdate('courierArrivedAtPickup')
    case 'updated':
      return facts.pieces !== undefined && pieces > counted.agreedPieces
        ? surcharge(counted, money)
        : updateNotification(facts, money)
    case 'courier_reported':
      return orderUpdate('courierReported', { reason: facts.reason }, notification.handedTimeout)
    case 'picked_up':
      return { type: notification.pickuped, facts: { pieces, seals: facts.seals } }
    case 'transportation':
      return { type: notification.transporting, facts: { pieces } }
    case 'courier_arrived_at_delivery_site':
      return orderUpdate('courierArrivedAtDelivery')
    case 'warehoused':
      return { type: notification.warehouseSucceeded, facts: { pieces } }
    case 'delivered':
      return { type: notification.signed, facts: { pieces } }
  }
}

/** The notifications for a trace, each with its event's time. Supports at most one surcharge on the way. */
export function expectedNotifications(
  trace: readonly Omit<TraceEvent, 'traceId'>[],
  money: StoryMoney = {},
): (ExpectedNotification & { time: string })[] {
  let counted: PieceCounts = { pieces: 0, agreedPieces: 0 }
  return trace.flatMap((event) => {
    const pieces = event.facts.pieces ?? counted.pieces
    const isAgreed = event.type === 'created' || pieces < counted.agreedPieces
    counted = { pieces, agreedPieces: isAgreed ? pieces : counted.agreedPieces }
    const told = notificationOf(event, counted, money)
    return told ? [{ time: event.time, ...told }] : []
  })
}
