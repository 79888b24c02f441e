import { customerNotificationTypes } from '@handsfree/core/contract'
import { and, eq, lte } from 'drizzle-orm'
import { notify } from '../domain/notifications/notify.ts'
import { runDueOrders } from '../domain/orders/due-orders.ts'
import { orders } from '../domain/orders/orders.table.ts'
import type { Services } from '../runtime/services.ts'

type WaitingServices = Pick<Services, 'db' | 'now' | 'random' | 'realtime'>

/** Reminds travellers of bags that have waited too long at the delivery site. Safe to run on several instances. */
export async function runWaitingBags(services: WaitingServices): Promise<void> {
  const isDue = lte(orders.collectionReminderTime, services.now())
  await runDueOrders(
    services,
    'waitingBags',
    { isDue, since: orders.collectionReminderTime },
    async (work, orderId) => {
      // Recheck: another instance may have sent it, or the bags may be gone.
      const [order] = await work.tx
        .update(orders)
        .set({ collectionReminderTime: null })
        .where(and(eq(orders.orderId, orderId), isDue))
        .returning()
      if (!order) return
      await notify(work, services, {
        uin: order.uin,
        type: customerNotificationTypes.handedTimeout,
        content: { orderId, orderNumber: order.orderNumber, pieces: order.pieces },
        isPopup: true,
      })
    },
  )
}
