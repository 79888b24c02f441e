import type { Money } from '../contract/common.ts'
import type { Order, OrderRefund } from '../contract/order.ts'

/** State of a refund: under way, late once the promised 72 hours are over, or done. */
export type RefundState = 'onItsWay' | 'late' | 'back'

/** `now` is milliseconds since 1970. */
export const refundState = ({ doneTime, refundBy }: OrderRefund, now: number): RefundState => {
  if (doneTime !== null) return 'back'
  return now > Date.parse(refundBy) ? 'late' : 'onItsWay'
}

/** What was taken for an order, what of it is refunded, and the difference. */
export function settlement({ currency, payments, refunds }: Order): Record<'paid' | 'back' | 'kept', Money> {
  const sum = (list: readonly { amount: Money }[]) => list.reduce((all, { amount }) => all + amount.amount, 0)
  const paid = sum(payments)
  const back = sum(refunds)
  return {
    paid: { amount: paid, currency },
    back: { amount: back, currency },
    kept: { amount: paid - back, currency },
  }
}
