import { customerNotificationTypes } from '@handsfree/core/contract'
import { and, asc, lte } from 'drizzle-orm'
import { orderChanges } from '../domain/changes/changes.table.ts'
import { notify } from '../domain/notifications/notify.ts'
import { tryLockOrder } from '../domain/orders/lock-order.ts'
import { inTransaction } from '../runtime/db/work.ts'
import { forOrder } from '../runtime/jobs/for-order.ts'
import { dueBatch, hasNotFailed, runDue } from '../runtime/jobs/run-due.ts'
import type { Services } from '../runtime/services.ts'
import { notifyChangeEnded } from './end-change.ts'
import { lockOpenChange, moveChange } from './move-change.ts'

type DueServices = Pick<Services, 'db' | 'now' | 'random' | 'realtime'>

/** Expires unpaid changes and notifies travellers of overdue answers. Safe to run on several instances. */
export async function runDueChanges(services: DueServices): Promise<void> {
  const { db, now } = services
  const due = await db
    .select({ orderId: orderChanges.orderId })
    .from(orderChanges)
    .where(and(lte(orderChanges.dueTime, now()), hasNotFailed('change', orderChanges.orderId)))
    .orderBy(asc(orderChanges.dueTime))
    .limit(dueBatch)
  await runDue(
    services,
    'change',
    due.map(({ orderId }) => orderId),
    (orderId) =>
      forOrder('change', orderId, () =>
        inTransaction(db, async (work) => {
          const order = await tryLockOrder(work, orderId)
          const change = order && (await lockOpenChange(work, orderId))
          const moved = change && (await moveChange(work, services, change, 'clock.due'))
          if (!order || !moved) return
          if (moved.stage === 'expired') await notifyChangeEnded(work, services, order, 'changeUnpaid')
          if (moved.stage === 'overdue') {
            const { uin, orderNumber } = order
            await notify(work, services, {
              uin,
              type: customerNotificationTypes.orderUpdated,
              content: { orderId, orderNumber, change: 'destinationLate' },
              isPopup: true,
            })
          }
          work.afterCommit(() => services.realtime.orderChanged(order.uin, orderId))
        }),
      ),
  )
}
