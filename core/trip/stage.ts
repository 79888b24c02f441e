import type { LifecycleColumns } from '../api/contract/order.ts'
import type { TripStage } from '../api/contract/trip.ts'
import { customerViews } from '../api/contract/views.ts'
import { isInView } from '../order/views.ts'

/** How far the bags of an order are, as a receiver reads it. */
export function tripStage(lifecycle: LifecycleColumns): TripStage {
  const { pickup, transport, warehouse } = lifecycle
  if (warehouse === 'handed') return 'collected'
  if (isInView(customerViews.cancelled, lifecycle) || lifecycle.closing === 'closed') return 'calledOff'
  if (warehouse === 'completed') return 'stored'
  if (transport === 'completed') return 'arrived'
  if (transport === 'inProgress') return 'onTheWay'
  return pickup === 'pickuped' ? 'pickedUp' : 'waiting'
}
