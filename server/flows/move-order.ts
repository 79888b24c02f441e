import { queueKindOf } from '@handsfree/core/notifications'
import { type LifecycleEvent, moveOrder as nextColumns } from '@handsfree/core/orders'
import { eq } from 'drizzle-orm'
import { notify } from '../domain/notifications/notify.ts'
import { notifyEmployees, notifyOperators } from '../domain/notifications/notify-employees.ts'
import { retireNotifications } from '../domain/notifications/retire.ts'
import { countBagsLeft } from '../domain/orders/bags.ts'
import { type Effects, effectsOf } from '../domain/orders/effects.ts'
import { factsOf, lifecycleOf } from '../domain/orders/lifecycle-columns.ts'
import { logOperations } from '../domain/orders/operations.ts'
import { writeReview } from '../domain/orders/order-reviews.ts'
import { type BagRow, type OrderRow, orders } from '../domain/orders/orders.table.ts'
import { refusalOf } from '../domain/orders/refusals.ts'
import { addTrace } from '../domain/orders/trace.ts'
import { findOpenRefunds } from '../domain/payments/move-refund.ts'
import { cancelSessions } from '../domain/payments/move-session.ts'
import { refundEverything, sumClaimRefunds } from '../domain/payments/refunds.ts'
import { queueTextMessage } from '../domain/texts/queue-text-message.ts'
import type { Work } from '../runtime/db/work.ts'
import type { Services } from '../runtime/services.ts'
import { adjustReturnFee } from './adjust-return-fee.ts'
import { endChange } from './end-change.ts'
import { payLateRefund } from './pay-late-refund.ts'

export type MoveServices = Pick<Services, 'now' | 'random' | 'realtime'>

export type Move = {
  event: LifecycleEvent['type']
  /** `traveller:{uin}`, `employee:{id}`, `provider:{name}` or `system`. */
  actor: string
  /** Columns set by the event, such as the courier. Guards see the order with them. */
  changes?: Partial<OrderRow>
  bags?: BagRow[]
  /** Free text, such as why a courier declines. */
  reason?: string
  /** Whether the traveller is asked to confirm it. */
  asksTraveller?: boolean
  details?: Record<string, unknown>
  /** A change that the traveller requested, also through an operator. */
  isRequested?: boolean
  /** Skips trace and notification; another move reports it. */
  isQuiet?: boolean
}

/**
 * Writes all effects of a move of a locked order. Sends a realtime hint after the commit. Returns the current order.
 */
async function applyEffects(
  work: Work,
  services: MoveServices,
  { orderId, uin }: OrderRow,
  effects: Effects,
  { event, actor, time }: Pick<Move, 'event' | 'actor'> & { time: Date },
): Promise<OrderRow> {
  const logContext = { orderId, actor, time }
  const isThis = eq(orders.orderId, orderId)
  const [order] = await work.tx.update(orders).set(effects.columns).where(isThis).returning()
  if (!order) throw new Error(`order ${orderId} vanished while it was locked`)
  if (effects.trace) await addTrace(work, services.random, logContext, effects.trace)
  if (effects.review) await writeReview(work, effects.review, logContext)
  await logOperations(work, services.random, logContext, effects.operations)
  await retireNotifications(work, services, order, effects.retired)
  const devices = effects.notification
    ? await notify(work, services, { uin, ...effects.notification }, effects.text)
    : 0
  await notifyEmployees(work, services, order, { notifications: effects.employeeNotifications, actor })
  const queueKind = queueKindOf(event)
  if (queueKind) await notifyOperators(work, services, orderId, { queueKind, actor })
  if (effects.text) await queueTextMessage(work, services, order, effects.text, devices > 0)
  if (effects.refundsEverything) {
    await refundEverything(work, services, orderId, event === 'review.reject' ? 'rejected' : 'cancelled')
  }
  if (effects.cancelsSessions) await cancelSessions(work, services, orderId)
  if (effects.endedChange) await endChange(work, services, order, effects.endedChange)
  work.afterCommit(() => services.realtime.orderChanged(uin, orderId))
  work.afterCommit(() => services.realtime.operatorsHint(orderId))
  if (effects.lateRefund) return payLateRefund(work, services, order, effects.lateRefund)
  if (effects.returnFee) return adjustReturnFee(work, services, order, effects.returnFee, actor)
  return order
}

/**
 * The only place where an order moves. Takes a locked order, runs the lifecycle machine and writes the event's
 * effects (`effectsOf`). Returns the moved order. Throws the event's code if it's illegal now.
 */
export async function moveOrder(
  work: Work,
  services: MoveServices,
  before: OrderRow,
  move: Move,
): Promise<OrderRow> {
  const { event, actor, changes = {}, bags = [], reason = '', details = {} } = move
  const { asksTraveller = false, isQuiet = false, isRequested = false } = move
  const { orderId } = before
  const now = services.now()
  const changed = { ...before, ...changes }
  const result = nextColumns(lifecycleOf(before), factsOf(changed, now), { type: event })
  if (!result.ok) throw refusalOf(event, before)

  const after = { ...changed, ...result.value, updateTime: now }
  const isMoneyBack = after.payment === 'refunding' || after.payment === 'refunded'
  const claimRefunds = isMoneyBack ? await sumClaimRefunds(work, orderId) : 0
  const facts = {
    before,
    after,
    bags,
    piecesLeft: await countBagsLeft(work.tx, { ...before, pieces: after.pieces }),
    now,
    reason,
    details,
    actor,
    asksTraveller,
    claimRefunds,
    isQuiet,
    isRequested,
  }
  const effects = effectsOf(event, facts)
  const columns = { ...changes, ...result.value, ...effects.columns, updateTime: now }
  const order = await applyEffects(
    work,
    services,
    before,
    { ...effects, columns },
    { event, actor, time: now },
  )
  // If claims have already refunded everything, there's no refund left whose end would complete it.
  if (effects.refundsEverything && (await findOpenRefunds(work, orderId)).length === 0)
    return moveOrder(work, services, order, { event: 'refund.complete', actor })
  return order
}
