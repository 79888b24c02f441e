import {
  type CustomerNotificationType,
  customerNotificationTypes as notification,
  type TraceEvent,
} from '@handsfree/core/contract'

/** What a traveller is told, without the order that it is about. */
export type Told = { type: CustomerNotificationType; facts: Record<string, unknown> }

/** Amounts that no trace holds, minor units of CNY: what a refused or cancelled order brings back, what more bags cost. */
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

/** `updated` stands for several changes: its facts say which. */
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

/** A surcharge that was paid in the end. */
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
    // The traveller's own doing, and what follows from it at once.
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

/** What a trace has to tell the traveller, each with the time of its event; at most one surcharge is due on the way. */
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
