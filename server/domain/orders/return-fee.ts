import { returnFeeOf } from '@handsfree/core/policy'
import type { OrderRow } from './orders.table.ts'

/** Returns the return fee; free if we cancelled the order. Minor units. */
export const returnPrice = ({ priceRule, cancelTime }: OrderRow): number =>
  cancelTime === null ? returnFeeOf(priceRule) : 0

/** Returns the fee of the current choice, in minor units. 0 while the bags stay, or if the order was closed first. */
const feeOf = (order: OrderRow): number =>
  (order.returnChoice === 'back' || order.returnChoice === 'address') &&
  !(order.return === 'wait' && order.closing === 'closed')
    ? returnPrice(order)
    : 0

/** Minor units. */
const paidReturnFee = ({ lines }: OrderRow): number =>
  lines.find(({ kind }) => kind === 'return')?.amount ?? 0

/** Returns the fee to pay before a courier starts the return, else 0. Minor units. */
export const returnFeeDue = (order: OrderRow): number =>
  order.closing === 'open' &&
  order.warehouse !== 'handed' &&
  order.return === 'wait' &&
  paidReturnFee(order) === 0
    ? feeOf(order)
    : 0

/** Adds the paid fee as a price line. */
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

/** The current fee, and the fee already paid. Minor units. */
export type ReturnFeeChange = { fee: number; paid: number }

/** Returns the adjustment of the return fee. Null if it's paid, or refunded with the whole order. */
export function returnFeeChange(order: OrderRow): ReturnFeeChange | null {
  if (order.cancelTime !== null) return null
  const [fee, paid] = [feeOf(order), paidReturnFee(order)]
  return fee > 0 && paid > 0 ? null : { fee, paid }
}
