import { customerNotificationTypes, type WantedDestination } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { type ChangeRow, orderChanges } from '../domain/changes/changes.table.ts'
import { newChange } from '../domain/changes/new-change.ts'
import {
  cannotChange,
  refuseGoingBack,
  refuseTooMany,
  refuseUnchangeable,
} from '../domain/changes/refusals.ts'
import { notify } from '../domain/notifications/notify.ts'
import { notifyOperators } from '../domain/notifications/notify-employees.ts'
import { checkDeliveryTime, findRoute } from '../domain/orders/draft-rules.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import { findTarget } from '../domain/orders/places.ts'
import { findPickup } from '../domain/sites/service-areas.ts'
import type { Database } from '../runtime/db/database.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { Services } from '../runtime/services.ts'
import { changeDestination } from './change-destination.ts'
import { retireChange } from './end-change.ts'
import { lockOpenChange, moveChange } from './move-change.ts'

type DestinationServices = Pick<Services, 'now' | 'random' | 'realtime'>

/** Validates a requested destination like an operator's change. Throws 3002, 1008 and 5010. */
export async function resolveDestination(
  tx: Database,
  order: OrderRow,
  { delivery, deliveryTime = order.deliveryTime.toISOString() }: WantedDestination,
  now: Date,
) {
  const isSameSite = delivery.kind === 'site' && delivery.siteId === order.deliveryPlace.siteId
  if (isSameSite && Date.parse(deliveryTime) === order.deliveryTime.getTime()) {
    throw cannotChange('nothingChanged')
  }
  const target = await findTarget(tx, delivery)
  const pickup = await findPickup(tx, order.pickupPlace.siteId ?? '', 'en-US')
  if (!target || !pickup) throw new ApiError(errorCodes.siteNotExists, 'site not exists')
  const route = findRoute(pickup, target.destination)
  checkDeliveryTime(deliveryTime, order.pickupTime.toISOString(), route, now)
  return { place: target.place, deliveryTime }
}

/**
 * Requests another destination for a locked order; an operator decides. Throws 5009 and 5010 if it isn't possible.
 */
export async function requestDestination(
  work: Work,
  services: DestinationServices,
  order: OrderRow,
  wanted: WantedDestination,
): Promise<OrderRow> {
  const now = services.now()
  refuseUnchangeable(order, now, 'destination')
  await refuseTooMany(work.tx, order)
  if (await lockOpenChange(work, order.orderId)) throw cannotChange('waiting')
  const { place } = await resolveDestination(work.tx, order, wanted, now)
  const change = newChange(services, order, {
    kind: 'destination',
    difference: 0,
    wanted,
    place,
    promisedTime: new Date(now.getTime() + policy.destinationAnswerMinutes * 60_000),
  })
  await work.tx.insert(orderChanges).values(change)
  await moveChange(work, services, change, 'traveller.wish')
  const actor = `traveller:${order.uin}`
  await notifyOperators(work, services, order.orderId, { queueKind: 'destination', actor })
  work.afterCommit(() => services.realtime.orderChanged(order.uin, order.orderId))
  return order
}

async function lockDestinationChange(work: Work, order: OrderRow): Promise<ChangeRow> {
  refuseGoingBack(order)
  const change = await lockOpenChange(work, order.orderId)
  if (change?.kind !== 'destination') throw cannotChange('over')
  return change
}

/** Applies the operator's own destination change, which can still refuse it. */
export async function allowDestination(
  work: Work,
  services: DestinationServices,
  order: OrderRow,
  actor: string,
) {
  const change = await lockDestinationChange(work, order)
  await moveChange(work, services, change, 'operator.allow')
  await retireChange(work, services, order, 'withdrawn')
  return changeDestination(work, services, order, change.wanted!, actor)
}

export async function rejectDestination(
  work: Work,
  services: DestinationServices,
  order: OrderRow,
  reason: string,
) {
  const change = await lockDestinationChange(work, order)
  await moveChange(work, services, change, 'operator.reject')
  await retireChange(work, services, order, 'withdrawn')
  const { uin, orderId, orderNumber } = order
  await notify(work, services, {
    uin,
    type: customerNotificationTypes.orderUpdated,
    content: { orderId, orderNumber, change: 'destinationRefused', reason },
    isPopup: true,
  })
  work.afterCommit(() => services.realtime.orderChanged(uin, orderId))
  return { ...order, changeWaits: false }
}
