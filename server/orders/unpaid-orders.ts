import { customerNotificationTypes } from '@handsfree/core/api'
import { and, eq, inArray, lte } from 'drizzle-orm'
import { inTransaction } from '../db/work.ts'
import { forEach } from '../jobs/for-each.ts'
import { notify } from '../notifications/notify.ts'
import type { Services } from '../services.ts'
import { lockFreeOrder, moveOrder } from './move-order.ts'
import { orders } from './orders.table.ts'

type UnpaidServices = Pick<Services, 'db' | 'now' | 'random' | 'realtime'>

/** Orders in one turn. */
const batch = 20

export const isUnpaid = and(eq(orders.closing, 'open'), inArray(orders.payment, ['unpaid', 'failed']))

/** Reminds the travellers of unpaid orders, each once, on whichever instance. */
const remind = (services: UnpaidServices): Promise<void> =>
  inTransaction(services.db, async (work) => {
    const due = await work.tx
      .update(orders)
      .set({ paymentReminderTime: null })
      .where(lte(orders.paymentReminderTime, services.now()))
      .returning()
    for (const { orderId, orderNumber, uin, total, currency } of due) {
      await notify(work, services, {
        uin,
        type: customerNotificationTypes.pendingPayment,
        content: { orderId, orderNumber, amount: total, currency, source: 'normal' },
        isPopup: false,
      })
    }
  })

/** Cancels orders that are unpaid at their pickup time. Money that arrives later is refunded. */
async function cancelForgotten(services: UnpaidServices): Promise<void> {
  const due = await services.db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(
      and(isUnpaid, inArray(orders.pickup, ['none', 'waitPickup']), lte(orders.pickupTime, services.now())),
    )
    .limit(batch)
  await forEach(due, ({ orderId }) =>
    inTransaction(services.db, async (work) => {
      const order = await lockFreeOrder(work, orderId)
      if (order?.closing !== 'open' || (order.payment !== 'unpaid' && order.payment !== 'failed')) return
      await moveOrder(work, services, order, { event: 'order.cancel', actor: 'system' })
    }),
  )
}

export async function runUnpaidOrders(services: UnpaidServices): Promise<void> {
  await remind(services)
  await cancelForgotten(services)
}
