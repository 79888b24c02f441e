import { canMoveOrder } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { and, eq, lte, or } from 'drizzle-orm'
import { runDueOrders } from '../domain/orders/due-orders.ts'
import { askEndOf, factsOf, lifecycleOf } from '../domain/orders/lifecycle-columns.ts'
import { tryLockOrder } from '../domain/orders/lock-order.ts'
import { orders } from '../domain/orders/orders.table.ts'
import type { Services } from '../runtime/services.ts'
import { moveOrder } from './move-order.ts'

type AskServices = Pick<Services, 'db' | 'now' | 'random' | 'realtime'>

const minute = 60_000

/**
 * Withdraws asks that a courier didn't answer, so that operators ask another one, or the courier keeps the order. Safe
 * to run on several instances.
 */
export async function runUnansweredAsks(services: AskServices): Promise<void> {
  const { now } = services
  const time = now().getTime()
  const isDue = and(
    lte(orders.askTime, new Date(time - policy.askMinutes * minute)),
    or(
      eq(orders.pickup, 'pickuped'),
      lte(orders.pickupTime, new Date(time + policy.askLeadMinutes * minute)),
    ),
    // Locked orders keep their ask until they are unlocked.
    eq(orders.lock, 'unlocked'),
  )
  await runDueOrders(services, 'ask', { isDue, since: orders.askTime }, async (work, orderId) => {
    const order = await tryLockOrder(work, orderId)
    const end = order && askEndOf(order)
    // Recheck behind the row lock: the courier may have answered.
    if (!end || end > now()) return
    const event = order.transfer === 'waitDecision' ? 'transfer.reject' : 'decision.reject'
    if (!canMoveOrder(lifecycleOf(order), factsOf(order, now()), { type: event })) return
    await moveOrder(work, services, order, { event, actor: 'system' })
  })
}
