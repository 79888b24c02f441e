import type { OperatorOrder } from '@handsfree/core/api'

export type Step =
  | 'pass'
  | 'assign'
  | 'accept'
  | 'arriveAtPickup'
  | 'pickUp'
  | 'startTransport'
  | 'arriveAtDelivery'
  | 'applyForStorage'
  | 'confirmStorage'
  | 'handOver'
  | 'close'

/** Seconds between the order's last move and the step: a paid order is handed over after about two minutes. */
const pauses: Record<Step, number> = {
  pass: 8,
  assign: 6,
  accept: 2,
  arriveAtPickup: 15,
  pickUp: 14,
  startTransport: 6,
  arriveAtDelivery: 30,
  applyForStorage: 6,
  confirmStorage: 10,
  handOver: 20,
  close: 15,
}

/** What the courier and the desk do next with an order; null while it waits for somebody else, or has ended. */
export function nextStep({ regions, courierArrivedTime }: OperatorOrder, hasStorage: boolean): Step | null {
  const { review, payment, assignment, pickup, transport, warehouse, closing } = regions
  if (closing !== 'open' || payment !== 'paid') return null
  if (review === 'waitConfirm') return 'pass'
  if (review !== 'pass') return null
  if (pickup === 'none') return assignment === 'none' ? 'assign' : 'accept'
  if (pickup === 'waitPickup') return courierArrivedTime === null ? 'arriveAtPickup' : 'pickUp'
  if (transport === 'none') return 'startTransport'
  if (transport === 'inProgress') return 'arriveAtDelivery'
  if (warehouse === 'none') return hasStorage ? 'applyForStorage' : 'handOver'
  if (warehouse === 'waitConfirm') return 'confirmStorage'
  return warehouse === 'completed' ? 'handOver' : 'close'
}

/** When a step is due, from the order's own time: a restart goes on in mid-order. `pace` stretches the pauses. */
export const dueTime = ({ updateTime }: OperatorOrder, step: Step, pace: number): number =>
  Date.parse(updateTime) + pauses[step] * 1000 * pace
