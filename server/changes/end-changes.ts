import { customerNotificationTypes } from '@handsfree/core/api'
import type { LifecycleEvent } from '@handsfree/core/order'
import type { Work } from '../db/work.ts'
import { notify } from '../notifications/notify.ts'
import { retireNotifications } from '../notifications/retire.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import type { Services } from '../services.ts'
import type { ChangeRow } from './changes.table.ts'
import { lockOpenChange, moveChange } from './move-change.ts'

type Given = Pick<Services, 'now' | 'random' | 'realtime'>

/** Moves of an order after which a change that waits makes no sense any more. */
const endsChanges: readonly LifecycleEvent['type'][] = [
  'order.change',
  'order.changeDestination',
  'courier.arriveAtPickup',
  'order.pickUp',
  'transport.complete',
  'exception.lock',
  'exception.cancelOrder',
]

/** What asked for money, or said that an answer is late: it is over with the change. */
const over = (outcome: 'paid' | 'withdrawn') => [
  { type: customerNotificationTypes.pendingPayment, outcome } as const,
  { change: 'destinationLate' } as const,
]

/** Takes back notifications of a change that waits no more. */
export const retireChange = (
  work: Work,
  services: Pick<Services, 'realtime'>,
  order: OrderRow,
  outcome: 'paid' | 'withdrawn',
): Promise<void> => retireNotifications(work, services, order, over(outcome))

/** Notifies the traveller of a change that came to nothing. */
export async function notifyChangeEnded(
  work: Work,
  services: Given,
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

const ended = ({ kind }: ChangeRow) => (kind === 'order' ? 'changeEnded' : 'destinationTooLate')

/** Ends the change that waits when its order has gone on or is over. */
export async function endChanges(
  work: Work,
  services: Given,
  event: LifecycleEvent['type'],
  { before, after }: { before: OrderRow; after: OrderRow },
): Promise<void> {
  const isOver = before.closing === 'open' && after.closing !== 'open'
  if (!before.changeWaits || (!isOver && !endsChanges.includes(event))) return
  const change = await lockOpenChange(work, after.orderId)
  const moved = change && (await moveChange(work, services, change, 'order.wentOn'))
  if (moved && !isOver) await notifyChangeEnded(work, services, after, ended(moved))
}
