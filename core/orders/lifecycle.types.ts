import type { ReturnChoice } from '../contract/order.ts'

/**
 * Facts of the order that guards read. Times in milliseconds since 1970; `total` is the order's price and `amountPaid`
 * what was taken for it, both in minor units; `confirmedPieces` are the bags that the delivery site has confirmed.
 */
export type LifecycleFacts = {
  now: number
  pickupTime: number
  /** Of an order that was placed late: until when it is cancelled for free. */
  lateFreeUntil?: number | null
  /** From when the pickup counts as missed, where a courier has come; else by the pickup time. */
  missedFrom?: number
  /** By when the bags are promised at the destination. */
  promised?: number
  /** Where bags go that nobody took; nothing while nobody has said so. */
  returnChoice?: ReturnChoice['kind'] | null
  /** Whether going there costs something that is not paid. */
  isReturnFeeDue?: boolean
  /** Whether it was cancelled on a report while its bags were out. */
  isRecalled?: boolean
  /** Whether the place of the bags is a site: at an own address nobody can store them. */
  isAtSite: boolean
  total: number
  amountPaid: number
  pieces: number
  confirmedPieces: number
}

export type LifecycleEvent =
  | { type: 'payment.waive' }
  | { type: 'payment.succeeded' }
  | { type: 'payment.failed' }
  | { type: 'refund.complete' }
  | { type: 'refund.reopen' }
  | { type: 'review.begin' }
  | { type: 'review.pass' }
  | { type: 'review.reject' }
  | { type: 'courier.assign' }
  | { type: 'decision.allow' }
  | { type: 'decision.reject' }
  | { type: 'transfer.apply' }
  | { type: 'transfer.accept' }
  | { type: 'transfer.reject' }
  | { type: 'transfer.cancel' }
  | { type: 'courier.arriveAtPickup' }
  | { type: 'order.change' }
  | { type: 'order.changeDestination' }
  | { type: 'pickup.missed' }
  | { type: 'delivery.late' }
  | { type: 'order.pickUp' }
  | { type: 'package.retag' }
  | { type: 'package.confirm' }
  | { type: 'transport.start' }
  | { type: 'transport.complete' }
  | { type: 'warehouse.apply' }
  | { type: 'warehouse.confirm' }
  | { type: 'order.hand' }
  | { type: 'order.hotelHand' }
  | { type: 'exception.report' }
  | { type: 'exception.markImportant' }
  | { type: 'exception.ignore' }
  | { type: 'exception.resolve' }
  | { type: 'exception.update' }
  | { type: 'exception.delete' }
  | { type: 'exception.lock' }
  | { type: 'exception.unlock' }
  | { type: 'exception.closeOrder' }
  | { type: 'exception.cancelOrder' }
  | { type: 'order.cancel' }
  | { type: 'order.close' }
  | { type: 'return.begin' }
  | { type: 'return.choose' }
  | { type: 'return.pay' }
  | { type: 'return.start' }
  | { type: 'return.complete' }
