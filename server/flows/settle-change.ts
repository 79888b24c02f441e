import { eq } from 'drizzle-orm'
import { type ChangeRow, orderChanges } from '../domain/changes/changes.table.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import type { PaymentRow } from '../domain/payments/payments.table.ts'
import type { Work } from '../runtime/db/work.ts'
import { applyChange } from './apply-change.ts'
import { retireChange } from './end-change.ts'
import { moveChange } from './move-change.ts'
import type { MoveServices } from './move-order.ts'

/** Locks and returns the change that a payment is for. Null for a surcharge or the order's own payment. */
export async function lockChangeOf(
  { tx }: Pick<Work, 'tx'>,
  { paymentId, source }: PaymentRow,
): Promise<ChangeRow | null> {
  if (source !== 'supplementary') return null
  const [change] = await tx
    .select()
    .from(orderChanges)
    .where(eq(orderChanges.paymentId, paymentId))
    .for('update')
  return change ?? null
}

/** Applies a paid change. Returns false if it's too late: the order stays and the caller refunds the payment. */
export async function settleChange(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  change: ChangeRow,
  amount: number,
): Promise<boolean> {
  const moved = await moveChange(work, services, change, 'payment.succeeded')
  if (moved?.stage !== 'applied') return false
  await applyChange(work, services, order, moved, order.amountPaid + amount)
  await retireChange(work, services, order, 'paid')
  return true
}
