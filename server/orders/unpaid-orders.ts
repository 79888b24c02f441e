import { customerNotificationTypes } from '@handsfree/core/api'
import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { inTransaction } from '../db/work.ts'
import { forEach } from '../jobs/for-each.ts'
import { dueBatch, hasNotFailed, runDue } from '../jobs/run-due.ts'
import { notify } from '../notifications/notify.ts'
import type { Services } from '../services.ts'
import { lockFreeOrder, moveOrder } from './move-order.ts'
import { orders } from './orders.table.ts'

type UnpaidServices = Pick<Services, 'db' | 'now' | 'random' | 'realtime'>

export const isUnpaid = and(eq(orders.closing, 'open'), inArray(orders.payment, ['unpaid', 'failed']))

/** Reminds the travellers of unpaid orders, each once, on whichever instance. */
async function remind(services: UnpaidServices): Promise<void> {
  const isDue = lte(orders.paymentReminderTime, services.now())
  const due = await services.db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(isDue, hasNotFailed('paymentReminder', orders.orderId)))
    .orderBy(asc(orders.paymentReminderTime))
    .limit(dueBatch)
  await runDue(
    services,
    'paymentReminder',
    due.map(({ orderId }) => orderId),
    (orderId) =>
      inTransaction(services.db, async (work) => {
        // Another instance may have reminded, or the order may be paid.
        const [order] = await work.tx
          .update(orders)
          .set({ paymentReminderTime: null })
          .where(and(eq(orders.orderId, orderId), isDue))
          .returning()
        if (!order) return
        const { orderNumber, uin, total, currency } = order
        await notify(work, services, {
          uin,
          type: customerNotificationTypes.pendingPayment,
          content: { orderId, orderNumber, amount: total, currency, source: 'normal' },
          isPopup: false,
        })
      }),
  )
}

/** Cancels orders that are unpaid at their pickup time. Money that arrives later is refunded. */
async function cancelForgotten(services: UnpaidServices): Promise<void> {
  const { db, now } = services
  const due = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(
      and(
        isUnpaid,
        inArray(orders.pickup, ['none', 'waitPickup']),
        lte(orders.pickupTime, now()),
        eq(orders.lock, 'unlocked'),
        hasNotFailed('unpaidOrder', orders.orderId),
      ),
    )
    .orderBy(asc(orders.pickupTime))
    .limit(dueBatch)
  await runDue(
    services,
    'unpaidOrder',
    due.map(({ orderId }) => orderId),
    (orderId) =>
      inTransaction(db, async (work) => {
        const order = await lockFreeOrder(work, orderId)
        if (order?.closing !== 'open' || order.lock === 'locked') return
        if (order.payment !== 'unpaid' && order.payment !== 'failed') return
        await moveOrder(work, services, order, { event: 'order.cancel', actor: 'system' })
      }),
  )
}

/** Both, whether or not one fails. */
export const runUnpaidOrders = (services: UnpaidServices): Promise<void> =>
  forEach([remind, cancelForgotten], (run) => run(services))
