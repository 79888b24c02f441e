import { customerNotificationTypes } from '@handsfree/core/api'
import { policy } from '@handsfree/core/policy'
import { and, eq, exists, lte, notExists, sql } from 'drizzle-orm'
import { inTransaction } from '../db/work.ts'
import { forEach } from '../jobs/for-each.ts'
import { notifications } from '../notifications/notifications.table.ts'
import { notify } from '../notifications/notify.ts'
import type { Services } from '../services.ts'
import { orders, orderTrace } from './orders.table.ts'

type WaitingServices = Pick<Services, 'db' | 'now' | 'realtime'>

/** Orders in one turn. */
const batch = 20
const hour = 3_600_000

/** Bags at the delivery site that were not collected in time, and whose traveller was not notified yet. */
const isForgotten = ({ db, now }: WaitingServices) =>
  and(
    eq(orders.warehouse, 'completed'),
    eq(orders.closing, 'open'),
    exists(
      db
        .select({ traceId: orderTrace.traceId })
        .from(orderTrace)
        .where(
          and(
            eq(orderTrace.orderId, orders.orderId),
            eq(orderTrace.type, 'warehoused'),
            lte(orderTrace.time, new Date(now().getTime() - policy.handedTimeoutHours * hour)),
          ),
        ),
    ),
    notExists(
      db
        .select({ notificationId: notifications.notificationId })
        .from(notifications)
        .where(
          and(
            eq(notifications.uin, orders.uin),
            eq(notifications.type, customerNotificationTypes.handedTimeout),
            eq(sql`${notifications.content} ->> 'orderId'`, orders.orderId),
          ),
        ),
    ),
  )

/**
 * Notifies travellers whose bags have waited at the delivery site for too long, each order once on whichever instance.
 */
export async function runWaitingBags(services: WaitingServices): Promise<void> {
  const due = await services.db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(isForgotten(services))
    .limit(batch)
  await forEach(due, ({ orderId }) =>
    inTransaction(services.db, async (work) => {
      const isThis = eq(orders.orderId, orderId)
      await work.tx.select({ orderId: orders.orderId }).from(orders).where(isThis).for('update')
      // Checked again behind the row lock: another instance may have notified, or the bags may be gone.
      const [order] = await work.tx
        .select()
        .from(orders)
        .where(and(isThis, isForgotten(services)))
      if (!order) return
      await notify(work, services, {
        uin: order.uin,
        type: customerNotificationTypes.handedTimeout,
        content: { orderId, orderNumber: order.orderNumber, pieces: order.pieces },
        isPopup: true,
      })
    }),
  )
}
