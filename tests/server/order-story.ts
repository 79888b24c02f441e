import {
  type CustomerNotificationType,
  customerNotificationTypes as notification,
  type TraceEvent,
} from '@handsfree/core/contract'

/** A traveller's notification without its order. */
export type Told = { type: CustomerNotificationType; facts: Record<string, unknown> }

/**
 * Amounts missing from the trace, in minor units of CNY: the refund of a rejected or cancelled order, and the
 * surcharge for more bags.
 */
export type StoryMoney = { refund?: number; surcharge?: number }

const currency = 'CNY'
const changed = (
  change: string,
  facts: object = {},
  type: Told['type'] = notification.orderUpdated,
): Told => ({
  type,
  facts: { change, ...facts },
})

/** `updated` stands for several changes; its facts tell them apart. */
function updated(
  { cancelledBy, courierName, pieces, seals, place, reason }: TraceEvent['facts'],
  money: StoryMoney,
): Told {
  if (cancelledBy !== undefined)
    return changed(
      'cancelled',
      {
        by: cancelledBy,
        ...(money.refund === undefined ? {} : { refund: { amount: money.refund, currency } }),
      },
      cancelledBy === 'traveller' ? notification.orderUpdated : notification.reviewFailed,
    )
  if (pieces !== undefined) return changed('piecesChanged', { pieces }, notification.handedTimeout)
  if (seals !== undefined) return changed('sealChanged', { seals }, notification.handedTimeout)
  if (place !== undefined) return changed('destinationChanged')
  if (reason !== undefined) return changed('reportSettled', { reason })
  return changed('courierAssigned', { courierName })
}

type Counted = { pieces: number; agreedPieces: number }

/** A paid surcharge. */
const surcharge = ({ pieces, agreedPieces }: Counted, { surcharge: amount }: StoryMoney): Told => ({
  type: notification.pendingPayment,
  facts: { amount, currency, source: 'supplementary', pieces, agreedPieces, outcome: 'paid' },
})

function toldOf(
  { type, facts }: Omit<TraceEvent, 'traceId'>,
  counted: Counted,
  money: StoryMoney,
): Told | null {
  const { pieces } = counted
  switch (type) {
    // The traveller did this, or it follows immediately.
    case 'created':
    case 'reviewing':
    case 'unknown':
      return null
    case 'review_passed':
      return changed('reviewPassed')
    case 'review_failed':
      return {
        type: notification.reviewFailed,
        facts: { reason: facts.reason, refund: { amount: money.refund, currency } },
      }
    case 'courier_arrived_at_pickup_site':
      return changed('courierArrivedAtPickup')
    case 'updated':
      return facts.pieces !== undefined && pieces > counted.agreedPieces
        ? surcharge(counted, money)
        : updated(facts, money)
    case 'courier_reported':
      return changed('courierReported', { reason: facts.reason }, notification.handedTimeout)
    case 'picked_up':
      return { type: notification.pickuped, facts: { pieces, seals: facts.seals } }
    case 'transportation':
      return { type: notification.transporting, facts: { pieces } }
    case 'courier_arrived_at_delivery_site':
      return changed('courierArrivedAtDelivery')
    case 'warehoused':
      return { type: notification.warehouseSucceeded, facts: { pieces } }
    case 'delivered':
      return { type: notification.signed, facts: { pieces } }
  }
}

/** The notifications for a trace, each with its event's time. Supports at most one surcharge on the way. */
export function storyOf(
  trace: readonly Omit<TraceEvent, 'traceId'>[],
  money: StoryMoney = {},
): (Told & { time: string })[] {
  let counted: Counted = { pieces: 0, agreedPieces: 0 }
  return trace.flatMap((event) => {
    const pieces = event.facts.pieces ?? counted.pieces
    const isAgreed = event.type === 'created' || pieces < counted.agreedPieces
    counted = { pieces, agreedPieces: isAgreed ? pieces : counted.agreedPieces }
    const told = toldOf(event, counted, money)
    return told ? [{ time: event.time, ...told }] : []
  })
}
