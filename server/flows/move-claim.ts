import { type ClaimCaseEvent, moveClaim as nextColumns } from '@handsfree/core/claims'
import {
  type ClaimEventType,
  customerNotificationTypes as notification,
  operationActions,
} from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { columnsOf } from '../domain/claims/claim-rules.ts'
import { type ClaimRow, claimHistory, claims } from '../domain/claims/claims.table.ts'
import { notify } from '../domain/notifications/notify.ts'
import { notifyOperators } from '../domain/notifications/notify-employees.ts'
import { retireNotifications } from '../domain/notifications/retire.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import { logOperations } from '../domain/orders/operations.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import { addTrace } from '../domain/orders/trace.ts'
import type { Work } from '../runtime/db/work.ts'
import type { Services } from '../runtime/services.ts'

export type ClaimServices = Pick<Services, 'now' | 'random' | 'realtime'>

export type ClaimHistoryEntry = { type: ClaimEventType; words?: string; amount?: number }

export type ClaimMove = {
  event: ClaimCaseEvent
  /** Same format as in the operation log. */
  actor: string
  changes?: Pick<Partial<ClaimRow>, 'offerWords' | 'offerTime' | 'paidOut'>
  history: ClaimHistoryEntry[]
}

/** Events that notify the traveller. Their own actions don't. */
const notifyingTypes: readonly ClaimEventType[] = [
  'overdue',
  'started',
  'offered',
  'paidOut',
  'paid',
  'paymentReturned',
  'complaintOverdue',
  'answered',
]
const popupTypes: readonly ClaimEventType[] = ['overdue', 'offered', 'complaintOverdue', 'answered']

/** Events that wait for an operator. */
const queuedTypes: readonly ClaimEventType[] = [
  'received',
  'overdue',
  'askedAgain',
  'paymentReturned',
  'complained',
  'complaintOverdue',
]

const dateOf = (time: number | null) => (time === null ? null : new Date(time))

/** Locks the order first, then the claim. Returns null for an unknown id. */
export async function lockClaim(
  work: Pick<Work, 'tx'>,
  claimId: string,
): Promise<{ order: OrderRow; claim: ClaimRow } | null> {
  const isThis = eq(claims.claimId, claimId)
  const [known] = await work.tx.select({ orderId: claims.orderId }).from(claims).where(isThis)
  const order = known && (await lockOrder(work, known.orderId))
  if (!order) return null
  const [claim] = await work.tx.select().from(claims).where(isThis).for('update')
  return claim ? { order, claim } : null
}

/**
 * Records the events in the claim's history, the order's trace and the operation log. Notifies the traveller,
 * replacing earlier notifications of this claim. Sends a realtime hint after the commit.
 */
export async function recordClaim(
  work: Work,
  services: ClaimServices,
  { order, claim }: { order: OrderRow; claim: ClaimRow },
  { actor, history, isNewStage }: Pick<ClaimMove, 'actor' | 'history'> & { isNewStage: boolean },
): Promise<void> {
  const { orderId, orderNumber, uin } = order
  const { claimId, stage, currency } = claim
  const time = services.now()
  if (history.length > 0) {
    await work.tx.insert(claimHistory).values(history.map((one) => ({ ...one, claimId, actor, time })))
  }
  if (isNewStage) {
    const facts = { claim: stage, claimId }
    await addTrace(work, services.random, { orderId, time }, { type: 'updated', facts })
  }
  const isFirst = history.some(({ type }) => type === 'received')
  // Never log the claim's text: it's personal data.
  const operations = history.map(({ type, amount }) => ({
    action: isFirst ? operationActions.claimOpen : operationActions.claimUpdate,
    details: { claimId, kind: claim.kind, event: type, ...(amount === undefined ? {} : { amount }) },
  }))
  await logOperations(work, services.random, { orderId, actor, time }, operations)
  await retireNotifications(work, services, order, [{ type: notification.claimUpdated, claimId }])
  if (history.some(({ type }) => queuedTypes.includes(type)))
    await notifyOperators(work, services, orderId, { queueKind: 'claim', actor })
  const told = history.findLast(({ type }) => notifyingTypes.includes(type))
  if (told) {
    const { type, amount } = told
    await notify(work, services, {
      uin,
      type: notification.claimUpdated,
      content: {
        ...{ orderId, orderNumber, claimId, claim: type },
        ...(amount === undefined ? {} : { amount, currency }),
      },
      isPopup: popupTypes.includes(type),
    })
  }
  work.afterCommit(() => services.realtime.orderChanged(uin, orderId))
}

/**
 * The only place where a claim moves. Takes a locked order and claim, runs the machine, writes the columns and
 * records the events. Returns the moved claim, or null for an illegal event.
 */
export async function moveClaim(
  work: Work,
  services: ClaimServices,
  { order, claim }: { order: OrderRow; claim: ClaimRow },
  { event, actor, changes = {}, history }: ClaimMove,
): Promise<ClaimRow | null> {
  const now = services.now()
  const moved = nextColumns(columnsOf(claim), now.getTime(), event)
  if (!moved.ok) return null
  const { dueTime, complaintDueTime, ...columns } = moved.value
  const [after] = await work.tx
    .update(claims)
    .set({
      ...changes,
      ...columns,
      dueTime: dateOf(dueTime),
      complaintDueTime: dateOf(complaintDueTime),
      updateTime: now,
    })
    .where(eq(claims.claimId, claim.claimId))
    .returning()
  if (!after) throw new Error(`claim ${claim.claimId} vanished while it was locked`)
  const isNewStage = after.stage !== claim.stage
  await recordClaim(work, services, { order, claim: after }, { actor, history, isNewStage })
  return after
}
