import type { PaymentPurpose, PaymentSource } from '@handsfree/core/contract'
import { and, eq, isNull } from 'drizzle-orm'
import type { Work } from '../../runtime/db/work.ts'
import { newId, type Random } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { cancelSessionsOf } from './move-session.ts'
import { type PaymentRow, payments } from './payments.table.ts'

type Payer = Pick<OrderRow, 'orderId' | 'uin' | 'currency'>

/** What a traveller has to pay for an order, not yet written. */
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

/** Writes what a traveller has to pay for an order that grew. */
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

/** Drops a surcharge that is not paid yet: the order has changed again. Its page is closed at the provider. */
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

/** Makes an order's surcharge ask for so much, or for nothing; one that does stays, and a page that is open for it. */
export async function fitSurcharge(
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
