import { customerNotificationTypes } from '@handsfree/core/api'
import { returnFeeOf } from '@handsfree/core/policy'
import { and, eq, isNull } from 'drizzle-orm'
import type { Work } from '../db/work.ts'
import { notify } from '../notifications/notify.ts'
import { dropOpenSurcharge, openSurcharge } from '../payments/open-payment.ts'
import { payments } from '../payments/payments.table.ts'
import { refundPart } from '../payments/refunds.ts'
import type { Services } from '../services.ts'
import { type OrderRow, orders } from './orders.table.ts'

type FeeServices = Pick<Services, 'now' | 'random' | 'realtime'>

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

/** Writes the bill, and asks for it; a traveller who has just chosen sees it on the page. */
async function openBill(work: Work, services: FeeServices, order: OrderRow, fee: number, actor: string) {
  const { uin, orderId, orderNumber, currency } = order
  await openSurcharge(work, services, order, fee, 'return')
  const content = { orderId, orderNumber, amount: fee, currency, source: 'supplementary', purpose: 'return' }
  const type = customerNotificationTypes.pendingPayment
  await notify(work, services, { uin, type, content, isPopup: !actor.startsWith('traveller:') })
}

/** Gives back a fee that was paid for a way that the bags do not go after all. */
async function giveBack(work: Work, services: FeeServices, order: OrderRow, fee: number): Promise<OrderRow> {
  const { orderId, lines, total, amountPaid } = order
  await refundPart(work, services, orderId, fee)
  const [fitted] = await work.tx
    .update(orders)
    .set({
      lines: lines.filter(({ kind }) => kind !== 'return'),
      total: total - fee,
      amountPaid: amountPaid - fee,
    })
    .where(eq(orders.orderId, orderId))
    .returning()
  return fitted!
}

/**
 * Makes the fee fit where the bags of a locked order go now: opens its bill, drops one that is not paid, or gives back
 * what was paid. Returns the order as it is then.
 */
export async function fitReturnFee(
  work: Work,
  services: FeeServices,
  order: OrderRow,
  actor: string,
): Promise<OrderRow> {
  const { orderId } = order
  // The whole order is refunded, its fee too.
  if (order.cancelTime !== null) return order
  const [fee, paid] = [feeOf(order), paidReturnFee(order)]
  if (fee > 0 && paid > 0) return order
  const open = await work.tx
    .select({ paymentId: payments.paymentId })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(payments.source, 'supplementary'),
        isNull(payments.paidSessionId),
        isNull(payments.droppedTime),
      ),
    )
  if (fee > 0) {
    if (open.length === 0) await openBill(work, services, order, fee, actor)
    return order
  }
  if (open.length > 0) await dropOpenSurcharge(work, services, orderId)
  return paid > 0 ? giveBack(work, services, order, paid) : order
}
