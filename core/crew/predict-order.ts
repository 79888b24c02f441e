import type { EmployeeRole } from '../contract/call.ts'
import type { OperatorOrder } from '../contract/operator.ts'
import type { LifecycleFacts } from '../orders/lifecycle.ts'
import { legalEvents, moveOrder } from '../orders/move-order.ts'
import { type ActName, actNames, isMove, keptTags, rolesOf } from './acts.ts'
import type { QueuedAct } from './queued-act.ts'

/** Acts whose outcome only the server knows. Until it is known, no act may follow. */
const unpredictableActs: readonly ActName[] = [
  'order.change',
  'decision.reject',
  'transfer.apply',
  'return.begin',
  // Their refund may need a second operator.
  'review.reject',
  'order.cancel',
]

type PredictedAct = Pick<QueuedAct, 'act' | 'proof' | 'happenedAt'>

/**
 * The order after its queued acts, in their order, with the events that are legal then. The server decides when the
 * acts arrive. Stops at the first act that is illegal by then. `now` is ms since 1970.
 */
export const predictOrder = (
  order: OperatorOrder,
  acts: readonly PredictedAct[],
  { role, now }: { role: EmployeeRole; now: number },
): OperatorOrder => acts.reduce((current, act) => afterAct(current, act, { role, now }), order)

function afterAct(
  order: OperatorOrder,
  { act, proof, happenedAt }: PredictedAct,
  { role, now }: { role: EmployeeRole; now: number },
): OperatorOrder {
  if (unpredictableActs.includes(act)) return { ...order, events: [] }
  if (!isMove(act)) return { ...order, ...changesOf(order, { act, proof, happenedAt }) }
  // A hand-over of some bags leaves the order open, with a report.
  const type = keptTags(proof).length > 0 ? 'exception.report' : act
  const moved = moveOrder(order.lifecycle, factsOf(order, now), { type })
  if (!moved.ok) return order
  const after = { ...order, lifecycle: moved.value, ...changesOf(order, { act, proof, happenedAt }) }
  const events = legalEvents(after.lifecycle, factsOf(after, now)) as string[]
  return {
    ...after,
    events: actNames.filter((name) => events.includes(name) && rolesOf(name).includes(role)),
  }
}

function changesOf(order: OperatorOrder, { act, proof, happenedAt }: PredictedAct): Partial<OperatorOrder> {
  switch (act) {
    case 'courier.arriveAtPickup':
      return { courierArrivedTime: happenedAt }
    case 'order.pickUp':
      return {
        bags: proof.bags.map(({ tagCode, sealNumber }) => ({
          tagCode,
          sealNumber,
          photos: [],
          isHanded: false,
          shelf: null,
        })),
        unconfirmedTags: proof.bags.map(({ tagCode }) => tagCode),
        pickedUpTime: happenedAt,
        roomPassword: null,
      }
    case 'order.hand':
    case 'order.hotelHand': {
      const kept = keptTags(proof)
      return { bags: order.bags.map((bag) => ({ ...bag, isHanded: !kept.includes(bag.tagCode) })) }
    }
    case 'transport.complete':
      return { arrivedTime: happenedAt }
    case 'package.confirm': {
      const confirmed = proof.checks.filter(({ found }) => found !== null).map(({ tagCode }) => tagCode)
      return { unconfirmedTags: order.unconfirmedTags.filter((tag) => !confirmed.includes(tag)) }
    }
    case 'pickup.confirm':
      return { isPickupConfirmed: true }
    case 'shelf.change':
      return {
        bags: order.bags.map((bag) =>
          proof.scannedTags.includes(bag.tagCode) ? { ...bag, shelf: proof.shelf.trim() } : bag,
        ),
      }
    default:
      return {}
  }
}

function factsOf(order: OperatorOrder, now: number): LifecycleFacts {
  const { lifecycle, returning, pickup, delivery, cancelTime } = order
  const isReturnedTo = lifecycle.return === 'inProgress' || lifecycle.return === 'completed'
  const placeOfBags =
    lifecycle.pickup !== 'pickuped' ? pickup : (isReturnedTo && returning?.place) || delivery
  return {
    now,
    pickupTime: Date.parse(order.pickupTime),
    isAtSite: placeOfBags.siteId !== null,
    isRecalled: lifecycle.closing === 'open' && cancelTime !== null,
    returnChoice: returning?.choice ?? null,
    isReturnFeeDue: returning?.paymentId != null,
    total: order.total.amount,
    amountPaid: order.amountPaid.amount,
    pieces: order.pieces,
    confirmedPieces: order.pieces - order.unconfirmedTags.length,
  }
}
