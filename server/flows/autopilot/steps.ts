import type { OperatorOrder } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import type { AutopilotMode } from '../../runtime/settings/autopilot-modes.ts'

export type Step =
  | 'pass'
  | 'reject'
  | 'completeRefund'
  | 'assign'
  | 'accept'
  | 'arriveAtPickup'
  | 'countOneMore'
  | 'countAgain'
  | 'pickUp'
  | 'startTransport'
  | 'arriveAtDelivery'
  | 'applyForStorage'
  | 'confirmStorage'
  | 'handOver'
  | 'handOut'
  | 'close'

/** Seconds between the order's last move and the step. They add up to about two minutes from payment to hand-over. */
const pauses: Record<Step, number> = {
  pass: 8,
  reject: 8,
  // Must be earlier than the sandbox bank's own report.
  completeRefund: 5,
  assign: 6,
  accept: 2,
  arriveAtPickup: 15,
  countOneMore: 6,
  countAgain: 10,
  pickUp: 14,
  startTransport: 6,
  arriveAtDelivery: 30,
  applyForStorage: 6,
  confirmStorage: 10,
  handOver: 20,
  handOut: 20,
  close: 15,
}

const atPickup = ({ pieces, lastEvent }: OperatorOrder, mode: AutopilotMode): Step => {
  const hasJustArrived = lastEvent?.type === 'courier_arrived_at_pickup_site'
  return mode === 'surcharge' && hasJustArrived && pieces < policy.maxPieces ? 'countOneMore' : 'pickUp'
}

/**
 * Returns the next step of the back office, courier or desk. Null if the order has ended or waits for the traveller.
 */
export function nextStep(order: OperatorOrder, hasStorage: boolean, mode: AutopilotMode): Step | null {
  const { review, payment, assignment, pickup, transport, warehouse, closing } = order.lifecycle
  if (mode === 'review-fails' && review === 'fail' && payment === 'refunding') return 'completeRefund'
  if (closing === 'open' && payment === 'supplementary' && order.countConsent === 'notRight')
    return 'countAgain'
  if (closing !== 'open' || payment !== 'paid') return null
  if (review === 'waitConfirm') return mode === 'review-fails' ? 'reject' : 'pass'
  if (review !== 'pass') return null
  if (pickup === 'none') return assignment === 'none' ? 'assign' : 'accept'
  if (pickup === 'waitPickup') return order.courierArrivedTime ? atPickup(order, mode) : 'arriveAtPickup'
  if (transport === 'none') return 'startTransport'
  if (transport === 'inProgress') return 'arriveAtDelivery'
  if (warehouse === 'none') return hasStorage ? 'applyForStorage' : 'handOver'
  if (warehouse === 'waitConfirm') return 'confirmStorage'
  return warehouse === 'completed' ? 'handOut' : 'close'
}

/** Returns the epoch ms at which a step is due. Based on the order's `updateTime`, so a restart continues. */
export const dueTime = ({ updateTime }: OperatorOrder, step: Step, pace: number): number =>
  Date.parse(updateTime) + pauses[step] * 1000 * pace
