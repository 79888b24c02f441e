import type { RefundStage } from '@handsfree/core/contract'
import { moveRefund as nextColumns, type RefundEvent } from '@handsfree/core/payments'
import { and, eq, notInArray } from 'drizzle-orm'
import type { Work } from '../../runtime/db/work.ts'
import type { Services } from '../../runtime/services.ts'
import { payments, type RefundRow, refunds } from './payments.table.ts'

type Clock = Pick<Services, 'now'>

const finished: RefundStage[] = ['done', 'doneByOperator']
const isFinished = ({ state }: RefundRow): boolean => finished.includes(state)

/** Includes refunds that wait for an operator. */
export const findOpenRefunds = ({ tx }: Pick<Work, 'tx'>, orderId: string): Promise<RefundRow[]> =>
  tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), notInArray(refunds.state, finished)))

/** A payment is refunded once all its refunds are done, and refunding again if one is returned. */
async function movePayment({ tx }: Pick<Work, 'tx'>, { now }: Clock, { orderId, paymentId }: RefundRow) {
  const open = await findOpenRefunds({ tx }, orderId)
  const isOpen = open.some((one) => one.paymentId === paymentId)
  const [from, to] = isOpen ? (['refunded', 'refunding'] as const) : (['refunding', 'refunded'] as const)
  await tx
    .update(payments)
    .set({ state: to, updateTime: now() })
    .where(and(eq(payments.paymentId, paymentId), eq(payments.state, from)))
}

/**
 * The only place where a refund moves. Locks it, runs the machine, and writes its columns and the payment's state.
 * The order must be locked. Returns the refund before and after, or null for a no-op event.
 */
export async function moveRefund(
  { tx }: Pick<Work, 'tx'>,
  { now }: Clock,
  refundId: string,
  event: RefundEvent,
  reason: string | null = null,
): Promise<{ before: RefundRow; after: RefundRow } | null> {
  const [before] = await tx.select().from(refunds).where(eq(refunds.refundId, refundId)).for('update')
  if (!before) return null
  const time = now()
  const { state, tries, attempt, tryTime, createTime } = before
  const result = nextColumns(
    { state, tries, attempt, dueTime: tryTime?.getTime() ?? null },
    { now: time.getTime(), startTime: createTime.getTime() },
    event,
  )
  if (!result.ok) return null
  const { dueTime, ...columns } = result.value
  const isDone = finished.includes(columns.state)
  const [after] = await tx
    .update(refunds)
    .set({
      ...columns,
      tryTime: dueTime === null ? null : new Date(dueTime),
      doneTime: isDone ? (before.doneTime ?? time) : null,
      lastError: isDone ? null : (reason ?? before.lastError),
    })
    .where(eq(refunds.refundId, refundId))
    .returning()
  if (!after) throw new Error(`refund ${refundId} vanished while it was locked`)
  if (isFinished(before) !== isFinished(after)) await movePayment({ tx }, { now }, after)
  return { before, after }
}
