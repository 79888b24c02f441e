import { type ChangeEvent, moveChange as nextColumns, openStages } from '@handsfree/core/orders'
import { and, eq, isNull } from 'drizzle-orm'
import { type ChangeRow, orderChanges } from '../domain/changes/changes.table.ts'
import { isOpenChange } from '../domain/changes/find-changes.ts'
import { orders } from '../domain/orders/orders.table.ts'
import { cancelSessionsOf } from '../domain/payments/move-session.ts'
import { payments } from '../domain/payments/payments.table.ts'
import type { Work } from '../runtime/db/work.ts'
import type { Services } from '../runtime/services.ts'

type Clock = Pick<Services, 'now'>

/** Locks and returns the open change, or null. The order must be locked first. */
export async function lockOpenChange({ tx }: Pick<Work, 'tx'>, orderId: string): Promise<ChangeRow | null> {
  const isThis = and(eq(orderChanges.orderId, orderId), isOpenChange)
  const [change] = await tx.select().from(orderChanges).where(isThis).for('update')
  return change ?? null
}

/** Drops an unpaid payment and closes its provider page. Money that still arrives is refunded. */
async function dropPayment({ tx }: Pick<Work, 'tx'>, clock: Clock, paymentId: string): Promise<void> {
  const dropped = await tx
    .update(payments)
    .set({ droppedTime: clock.now(), updateTime: clock.now() })
    .where(
      and(eq(payments.paymentId, paymentId), isNull(payments.paidSessionId), isNull(payments.droppedTime)),
    )
    .returning({ paymentId: payments.paymentId })
  if (dropped.length > 0) await cancelSessionsOf({ tx }, clock, eq(payments.paymentId, paymentId))
}

/**
 * The only place where a change moves. Takes a locked change, runs its machine and writes its columns; drops a
 * payment that is no longer due. Returns the moved change, or null for an illegal event.
 */
export async function moveChange(
  { tx }: Pick<Work, 'tx'>,
  clock: Clock,
  before: ChangeRow,
  event: ChangeEvent['type'],
): Promise<ChangeRow | null> {
  const now = clock.now()
  const { changeId, stage, dueTime, difference, paymentId, createTime } = before
  const result = nextColumns(
    { stage, dueTime: dueTime?.getTime() ?? null },
    { now: now.getTime(), startTime: createTime.getTime(), difference },
    { type: event },
  )
  if (!result.ok) return null
  const isOpen = openStages.some((open) => open === result.value.stage)
  const [after] = await tx
    .update(orderChanges)
    .set({
      stage: result.value.stage,
      dueTime: result.value.dueTime === null ? null : new Date(result.value.dueTime),
      endTime: isOpen ? null : now,
    })
    .where(eq(orderChanges.changeId, changeId))
    .returning()
  if (!after) throw new Error(`change ${changeId} vanished while it was locked`)
  await tx.update(orders).set({ changeWaits: isOpen }).where(eq(orders.orderId, before.orderId))
  if (paymentId !== null && !isOpen && after.stage !== 'applied') await dropPayment({ tx }, clock, paymentId)
  return after
}
