import { returnFeeOf } from '@handsfree/core/policy'
import type { OrderRow } from './orders.table.ts'

/** What another way costs the traveller: nothing once we have called the order off. Minor units. */
export const returnPrice = ({ priceRule, cancelTime }: OrderRow): number =>
  cancelTime === null ? returnFeeOf(priceRule) : 0

/**
 * What the bags' way back or on costs as it is chosen now; nothing while they stay, or when the order was closed first.
 * Minor units.
 */
const feeOf = (order: OrderRow): number =>
  (order.returnChoice === 'back' || order.returnChoice === 'address') &&
  !(order.return === 'wait' && order.closing === 'closed')
    ? returnPrice(order)
    : 0

/** What was paid for the bags' way back or on. Minor units. */
const paidReturnFee = ({ lines }: OrderRow): number =>
  lines.find(({ kind }) => kind === 'return')?.amount ?? 0

/** What has to be paid before a courier sets out with bags that nobody takes; 0 when nothing has. Minor units. */
export const returnFeeDue = (order: OrderRow): number =>
  order.closing === 'open' &&
  order.warehouse !== 'handed' &&
  order.return === 'wait' &&
  paidReturnFee(order) === 0
    ? feeOf(order)
    : 0

/** Columns of an order whose fee is paid: a line of its price. */
export const withReturnFee = ({ lines, total, amountPaid }: OrderRow, fee: number) => ({
  lines: [
    ...lines,
    {
      ...{ kind: 'return' as const, pieces: 0, unit: fee, amount: fee },
      ...{ cover: null, nth: null, percentOff: null },
    },
  ],
  total: total + fee,
  amountPaid: amountPaid + fee,
})

/** What the bags' way back or on costs now, and what was paid for one. Minor units. */
export type ReturnFeeChange = { fee: number; paid: number }

/** What the fee has to become; null where it was paid, or goes back with the whole order. */
export function returnFeeChange(order: OrderRow): ReturnFeeChange | null {
  if (order.cancelTime !== null) return null
  const [fee, paid] = [feeOf(order), paidReturnFee(order)]
  return fee > 0 && paid > 0 ? null : { fee, paid }
}
