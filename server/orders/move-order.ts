import { type LifecycleEvent, lifecycleEvent, moveOrder as nextColumns } from '@handsfree/core/order'
import { eq, sql } from 'drizzle-orm'
import { endChanges } from '../changes/end-changes.ts'
import { prepared } from '../db/prepared.ts'
import type { Work } from '../db/work.ts'
import { notify } from '../notifications/notify.ts'
import { notifyEmployees } from '../notifications/notify-employees.ts'
import { retireNotifications } from '../notifications/retire.ts'
import { openRefunds } from '../payments/move-refund.ts'
import { cancelSessions } from '../payments/move-session.ts'
import { refundEverything, refundedByClaims } from '../payments/refunds.ts'
import { newId } from '../random.ts'
import type { Services } from '../services.ts'
import { queueTextMessage } from '../sms/text-messages.ts'
import { consequencesOf } from './consequences.ts'
import { refundLateness } from './late-delivery.ts'
import { factsOf, isRecalled, lifecycleOf } from './lifecycle-columns.ts'
import { logOperations } from './operations.ts'
import { recordReview } from './order-reviews.ts'
import { type BagRow, type OrderRow, orders, orderTrace } from './orders.table.ts'
import { refusalOf } from './refusals.ts'
import { retiredBy } from './retired-by.ts'
import { fitReturnFee } from './return-fee.ts'

export type MoveServices = Pick<Services, 'now' | 'random' | 'realtime'>

export type Move = {
  event: LifecycleEvent['type']
  /** `traveller:{uin}`, `employee:{id}`, `provider:{name}` or `system`. */
  actor: string
  /** What the event brings along, such as the courier. Guards see the order with it. */
  changes?: Partial<OrderRow>
  /** The order's bags, where the event is about them. */
  bags?: BagRow[]
  /** The caller's words, where the event has some, such as why a courier declines. */
  reason?: string
  /** Whether the traveller is asked about it. */
  asks?: boolean
  /** Further facts for the operation log. */
  details?: Record<string, unknown>
  /** Whether the traveller learns of it by another move: no trace, no notification. */
  isQuiet?: boolean
}

const selectLocked = prepared('lock an order', (db, name) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.orderId, sql.placeholder('orderId')))
    .for('update')
    .prepare(name),
)

/** Loads an order with a row lock for the rest of the transaction. Null for an unknown id. */
export async function lockOrder({ tx }: Pick<Work, 'tx'>, orderId: string): Promise<OrderRow | null> {
  const [order] = await selectLocked(tx, { orderId })
  return order ?? null
}

/** The same for a job: null too while somebody else works on the order, who need not be waited for. */
export async function lockFreeOrder({ tx }: Pick<Work, 'tx'>, orderId: string): Promise<OrderRow | null> {
  const isThis = eq(orders.orderId, orderId)
  const [order] = await tx.select().from(orders).where(isThis).for('update', { skipLocked: true })
  return order ?? null
}

/**
 * The one place where an order moves. Takes a locked order, asks the lifecycle machine, writes the lifecycle columns,
 * the trace, the operation log, the notifications of traveller, site workers and couriers, the text message, starts a refund, cancels open payment pages, and hints to open pages
 * after the commit. Ends a change that waits where the order has gone on. Returns the moved order. Throws the fitting code when the event is not legal now.
 */
export async function moveOrder(
  work: Work,
  services: MoveServices,
  before: OrderRow,
  { event, actor, changes = {}, bags = [], reason = '', details = {}, asks = false, isQuiet = false }: Move,
): Promise<OrderRow> {
  const now = services.now()
  const changed = { ...before, ...changes }
  const moved = nextColumns(lifecycleOf(before), factsOf(changed, now), lifecycleEvent(event))
  if (!moved.ok) throw refusalOf(event, before)

  const after = { ...changed, ...moved.value, updateTime: now }
  const isOfMoneyBack = after.payment === 'refunding' || after.payment === 'refunded'
  const claimed = isOfMoneyBack ? await refundedByClaims(work, before.orderId) : 0
  const { columns, trace, actions, notification, sms } = consequencesOf(event, {
    before,
    after,
    bags,
    now,
    reason,
    details,
    actor,
    asks,
    claimed,
  })
  const { orderId, uin, orderNumber } = before
  const written = { ...changes, ...moved.value, ...columns, updateTime: now }
  const [order] = await work.tx.update(orders).set(written).where(eq(orders.orderId, orderId)).returning()
  if (!order) throw new Error(`order ${orderId} vanished while it was locked`)

  if (trace && !isQuiet)
    await work.tx.insert(orderTrace).values({ traceId: newId(services.random), orderId, ...trace, time: now })
  await recordReview(work, event, order, { actor, time: now })
  await logOperations(work, services.random, { orderId, actor, time: now }, actions ?? [])
  await retireNotifications(work, services, before, retiredBy(event, before, order))
  if (notification && !isQuiet) {
    const { type, facts: content = {}, isPopup = false } = notification
    const endsOrder = before.closing === 'open' && order.closing !== 'open'
    await notify(work, services, {
      uin,
      type,
      content: { orderId, orderNumber, ...content },
      isPopup,
      endsOrder,
    })
  }
  await notifyEmployees(work, services, event, { before, after: order, actor, reason })
  if (sms) await queueTextMessage(work, services, order, sms)
  const isRefunding = before.payment !== 'refunding' && order.payment === 'refunding'
  if (isRefunding) await refundEverything(work, services, orderId)
  const isEnded = before.closing === 'open' && (order.closing !== 'open' || isRecalled(order))
  if (isEnded) await cancelSessions(work, services, orderId)
  await endChanges(work, services, event, { before, after: order })
  work.afterCommit(() => services.realtime.orderChanged(uin, orderId))
  // Claims may have given back all of it, and no refund would say that it is complete.
  if (isRefunding && (await openRefunds(work, orderId)).length === 0)
    return moveOrder(work, services, order, { event: 'refund.complete', actor })
  const neverArrives = event === 'exception.closeOrder' && order.arrivedTime === null
  if (event === 'transport.complete' || neverArrives) return refundLateness(work, services, order)
  const isReturn =
    event.startsWith('return.') ||
    before.return !== order.return ||
    (order.return === 'wait' && order.closing === 'closed')
  return isReturn ? fitReturnFee(work, services, order, actor) : order
}
