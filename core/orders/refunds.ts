import type { Money } from '../contract/common.ts'
import type { Order, OrderRefund } from '../contract/order.ts'

/** `late` means past the promised 72 hours. */
export type RefundState = 'onItsWay' | 'late' | 'back'

/** `now` is ms since 1970. */
export const refundState = ({ doneTime, refundBy }: OrderRefund, now: number): RefundState => {
  if (doneTime !== null) return 'back'
  return now > Date.parse(refundBy) ? 'late' : 'onItsWay'
}

/** Sums of payments and refunds, and their difference. */
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
