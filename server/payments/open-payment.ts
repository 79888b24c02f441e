import type { PaymentSource } from '@handsfree/core/api'
import { and, eq, isNull } from 'drizzle-orm'
import { newId } from '../db/columns.ts'
import type { Work } from '../db/work.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import type { Services } from '../services.ts'
import { payments } from './payments.table.ts'

/** Writes what a traveller has to pay for an order. */
export async function openPayment(
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  { orderId, uin, currency }: Pick<OrderRow, 'orderId' | 'uin' | 'currency'>,
  source: PaymentSource,
  amount: number,
): Promise<void> {
  const time = now()
  await tx.insert(payments).values({
    paymentId: newId(),
    orderId,
    uin,
    source,
    amount,
    currency,
    state: 'unpaid',
    createTime: time,
    updateTime: time,
  })
}

/** Drops a surcharge that is not paid yet: the order has changed again. */
export async function dropOpenSurcharge(
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  orderId: string,
): Promise<void> {
  await tx
    .update(payments)
    .set({ droppedTime: now(), updateTime: now() })
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(payments.source, 'supplementary'),
        isNull(payments.paidSessionId),
        isNull(payments.droppedTime),
      ),
    )
}
