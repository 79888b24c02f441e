import { canMoveOrder } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm'
import { runDueOrders } from '../domain/orders/due-orders.ts'
import { factsOf, lifecycleOf } from '../domain/orders/lifecycle-columns.ts'
import { tryLockOrder } from '../domain/orders/lock-order.ts'
import { orders } from '../domain/orders/orders.table.ts'
import type { Services } from '../runtime/services.ts'
import { moveOrder } from './move-order.ts'

type MissedServices = Pick<Services, 'db' | 'now' | 'random' | 'realtime'>

const minute = 60_000

/** Reports paid orders with a missed pickup to operators and travellers. Safe to run on several instances. */
export async function runMissedPickups(services: MissedServices): Promise<void> {
  const { now } = services
  const missedSince = new Date(now().getTime() - policy.missedPickupMinutes * minute)
  const isDue = and(
    eq(orders.closing, 'open'),
    inArray(orders.pickup, ['none', 'waitPickup']),
    inArray(orders.payment, ['paid', 'supplementary']),
    lte(orders.pickupTime, missedSince),
    or(isNull(orders.courierArrivedTime), lte(orders.courierArrivedTime, missedSince)),
    isNull(orders.missedPickupTime),
    // Locked orders are reported once unlocked. Excluded here so that they don't fill the batch.
    eq(orders.lock, 'unlocked'),
  )
  await runDueOrders(services, 'missedPickup', { isDue, since: orders.pickupTime }, async (work, orderId) => {
    const order = await tryLockOrder(work, orderId)
    if (!order || order.missedPickupTime !== null) return
    // Recheck behind the row lock: the bags may have been picked up.
    if (!canMoveOrder(lifecycleOf(order), factsOf(order, now()), { type: 'pickup.missed' })) return
    await moveOrder(work, services, order, { event: 'pickup.missed', actor: 'system' })
  })
}
