import { policy } from '@handsfree/core/policy'
import { and, eq, lte, ne, notExists, sql } from 'drizzle-orm'
import { claims } from '../domain/claims/claims.table.ts'
import { isOpenClaim } from '../domain/claims/find-claims.ts'
import { runDueOrders } from '../domain/orders/due-orders.ts'
import { tryLockOrder } from '../domain/orders/lock-order.ts'
import { orders } from '../domain/orders/orders.table.ts'
import type { Database } from '../runtime/db/database.ts'
import type { Services } from '../runtime/services.ts'
import { moveOrder } from './move-order.ts'

const dayMs = 86_400_000

const canClose = (db: Database, now: Date) =>
  and(
    eq(orders.closing, 'open'),
    eq(orders.warehouse, 'handed'),
    eq(orders.payment, 'paid'),
    ne(orders.exception, 'reported'),
    eq(orders.lock, 'unlocked'),
    lte(orders.handedTime, new Date(now.getTime() - policy.claimDays * dayMs)),
    notExists(
      db
        .select({ one: sql`1` })
        .from(claims)
        .where(and(eq(claims.orderId, orders.orderId), isOpenClaim)),
    ),
  )

/**
 * Closes handed-over orders that operators left open, once the claim period is over. Safe to run on several
 * instances.
 */
export async function runHandedOrders(
  services: Pick<Services, 'db' | 'now' | 'random' | 'realtime'>,
): Promise<void> {
  const { db, now } = services
  const isDue = canClose(db, now())
  await runDueOrders(services, 'handedOrder', { isDue, since: orders.handedTime }, async (work, orderId) => {
    const order = await tryLockOrder(work, orderId)
    // Recheck behind the row lock: a report or claim may have been opened.
    const [still] = await work.tx
      .select({ orderId: orders.orderId })
      .from(orders)
      .where(and(eq(orders.orderId, orderId), canClose(work.tx, now())))
    if (order && still) await moveOrder(work, services, order, { event: 'order.close', actor: 'system' })
  })
}
