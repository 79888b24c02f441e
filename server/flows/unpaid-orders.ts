import { customerNotificationTypes } from '@handsfree/core/contract'
import { and, eq, inArray, lte } from 'drizzle-orm'
import { notify } from '../domain/notifications/notify.ts'
import { runDueOrders } from '../domain/orders/due-orders.ts'
import { isUnpaid } from '../domain/orders/lifecycle-columns.ts'
import { tryLockOrder } from '../domain/orders/lock-order.ts'
import { orders } from '../domain/orders/orders.table.ts'
import { forEach } from '../runtime/jobs/for-each.ts'
import type { Services } from '../runtime/services.ts'
import { moveOrder } from './move-order.ts'

type UnpaidServices = Pick<Services, 'db' | 'now' | 'random' | 'realtime'>

/** Sends each payment reminder once. Safe to run on several instances. */
async function remind(services: UnpaidServices): Promise<void> {
  const isDue = lte(orders.paymentReminderTime, services.now())
  await runDueOrders(
    services,
    'paymentReminder',
    { isDue, since: orders.paymentReminderTime },
    async (work, orderId) => {
      // Recheck: another instance may have sent it, or the order may be paid.
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
    },
  )
}

/** Payments that arrive later are refunded. */
async function cancelForgotten(services: UnpaidServices): Promise<void> {
  const { now } = services
  const isDue = and(
    isUnpaid,
    inArray(orders.pickup, ['none', 'waitPickup']),
    lte(orders.pickupTime, now()),
    eq(orders.lock, 'unlocked'),
  )
  await runDueOrders(services, 'unpaidOrder', { isDue, since: orders.pickupTime }, async (work, orderId) => {
    const order = await tryLockOrder(work, orderId)
    if (order?.closing !== 'open' || order.lock === 'locked') return
    if (order.payment !== 'unpaid' && order.payment !== 'failed') return
    await moveOrder(work, services, order, { event: 'order.cancel', actor: 'system' })
  })
}

export const runUnpaidOrders = (services: UnpaidServices): Promise<void> =>
  forEach([remind, cancelForgotten], (run) => run(services))
