import { customerNotificationTypes } from '@handsfree/core/contract'
import { notify } from '../domain/notifications/notify.ts'
import { retireNotifications } from '../domain/notifications/retire.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import type { Services } from '../runtime/services.ts'
import { lockOpenChange, moveChange } from './move-change.ts'

type NotifyServices = Pick<Services, 'now' | 'random' | 'realtime'>

const endedChangeNotifications = (outcome: 'paid' | 'withdrawn') => [
  { type: customerNotificationTypes.pendingPayment, outcome } as const,
  { change: 'destinationLate' } as const,
]

export const retireChange = (
  work: Work,
  services: Pick<Services, 'realtime'>,
  order: OrderRow,
  outcome: 'paid' | 'withdrawn',
): Promise<void> => retireNotifications(work, services, order, endedChangeNotifications(outcome))

export async function notifyChangeEnded(
  work: Work,
  services: NotifyServices,
  order: OrderRow,
  change: 'changeUnpaid' | 'changeEnded' | 'destinationTooLate',
): Promise<void> {
  const { uin, orderId, orderNumber } = order
  await retireChange(work, services, order, 'withdrawn')
  await notify(work, services, {
    uin,
    type: customerNotificationTypes.orderUpdated,
    content: { orderId, orderNumber, change },
    isPopup: false,
  })
}

/** Ends the open change when its order moves past it or closes. */
export async function endChange(
  work: Work,
  services: NotifyServices,
  order: OrderRow,
  how: 'notified' | 'silent',
): Promise<void> {
  const change = await lockOpenChange(work, order.orderId)
  const moved = change && (await moveChange(work, services, change, 'order.wentOn'))
  if (!moved || how === 'silent') return
  const end = moved.kind === 'order' ? 'changeEnded' : 'destinationTooLate'
  await notifyChangeEnded(work, services, order, end)
}
