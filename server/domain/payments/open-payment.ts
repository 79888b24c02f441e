import type { PaymentPurpose, PaymentSource } from '@handsfree/core/contract'
import { and, eq, isNull } from 'drizzle-orm'
import type { Work } from '../../runtime/db/work.ts'
import { newId, type Random } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { cancelSessionsOf } from './move-session.ts'
import { type PaymentRow, payments } from './payments.table.ts'

type Payer = Pick<OrderRow, 'orderId' | 'uin' | 'currency'>

export const newPayment = (
  random: Random,
  { orderId, uin, currency }: Payer,
  source: PaymentSource,
  amount: number,
  time: Date,
  purpose: PaymentPurpose | null = null,
): PaymentRow => ({
  paymentId: newId(random),
  orderId,
  uin,
  source,
  purpose,
  amount,
  currency,
  state: 'unpaid',
  failure: null,
  paidSessionId: null,
  droppedTime: null,
  createTime: time,
  updateTime: time,
})

export async function openSurcharge(
  { tx }: Pick<Work, 'tx'>,
  { now, random }: Pick<Services, 'now' | 'random'>,
  order: Payer,
  amount: number,
  purpose: PaymentPurpose | null = null,
): Promise<void> {
  await tx.insert(payments).values(newPayment(random, order, 'supplementary', amount, now(), purpose))
}

const isOpenSurchargeOf = (orderId: string) =>
  and(
    eq(payments.orderId, orderId),
    eq(payments.source, 'supplementary'),
    isNull(payments.paidSessionId),
    isNull(payments.droppedTime),
  )

/** Drops an unpaid surcharge after another change of the order, and closes its provider page. */
export async function dropOpenSurcharge(
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  orderId: string,
): Promise<void> {
  const dropped = await tx
    .update(payments)
    .set({ droppedTime: now(), updateTime: now() })
    .where(isOpenSurchargeOf(orderId))
    .returning({ paymentId: payments.paymentId })
  for (const { paymentId } of dropped)
    await cancelSessionsOf({ tx }, { now }, eq(payments.paymentId, paymentId))
}

/** Sets an order's surcharge to an amount, possibly 0. An open surcharge with the same amount keeps its session. */
export async function adjustSurcharge(
  work: Pick<Work, 'tx'>,
  services: Pick<Services, 'now' | 'random'>,
  order: Payer,
  amount: number,
): Promise<void> {
  const [open] = await work.tx.select().from(payments).where(isOpenSurchargeOf(order.orderId))
  if (open?.amount === amount) return
  if (open) await dropOpenSurcharge(work, services, order.orderId)
  if (amount > 0) await openSurcharge(work, services, order, amount)
}
