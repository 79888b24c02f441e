import type { DestinationChange } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { refuseGoingBack } from '../domain/changes/refusals.ts'
import { checkDeliveryTime, findRoute } from '../domain/orders/draft-rules.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import { findTarget } from '../domain/orders/places.ts'
import { findPickup } from '../domain/sites/service-areas.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { Services } from '../runtime/services.ts'
import { moveOrder } from './move-order.ts'

/**
 * Changes the destination to one that the pickup site serves; the price stays. Throws 3002 for an unknown site, 1008
 * like a new order, 5007 once the bags have arrived, 5010 once they're being returned.
 */
export async function changeDestination(
  work: Work,
  services: Pick<Services, 'now' | 'random' | 'realtime'>,
  order: OrderRow,
  { delivery, deliveryTime = order.deliveryTime.toISOString() }: DestinationChange,
  actor: string,
): Promise<OrderRow> {
  refuseGoingBack(order)
  const target = await findTarget(work.tx, delivery)
  const pickup = await findPickup(work.tx, order.pickupPlace.siteId ?? '', 'en-US')
  if (!target || !pickup) throw new ApiError(errorCodes.siteNotExists, 'site not exists')
  const route = findRoute(pickup, target.destination)
  const changedOrder = await moveOrder(work, services, order, {
    event: 'order.changeDestination',
    actor,
    changes: {
      deliveryPlace: target.place,
      deliveryTime: new Date(deliveryTime),
      travelMinutes: route.travelMinutes,
    },
  })
  // After the move: "already arrived" is a more useful error than "time in the past".
  checkDeliveryTime(deliveryTime, order.pickupTime.toISOString(), route, services.now())
  return changedOrder
}
