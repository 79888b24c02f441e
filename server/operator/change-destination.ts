import { type DeliveryTarget, errorCodes } from '@handsfree/core/api'
import type { Work } from '../db/work.ts'
import { ApiError } from '../http/api-error.ts'
import { moveOrder } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { snapshotTarget } from '../orders/places.ts'
import type { Services } from '../services.ts'

/** The bags go to another place; the price stays. Throws 3002 for an unknown site, 5007 once the bags are there. */
export async function changeDestination(
  work: Work,
  services: Pick<Services, 'now' | 'realtime'>,
  order: OrderRow,
  target: DeliveryTarget,
  actor: string,
): Promise<OrderRow> {
  const deliveryPlace = await snapshotTarget(work.tx, target)
  if (!deliveryPlace) throw new ApiError(errorCodes.siteNotExists, 'site not exists')
  return moveOrder(work, services, order, {
    event: 'order.changeDestination',
    actor,
    changes: { deliveryPlace },
  })
}
