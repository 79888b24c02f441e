import type { LifecycleColumns } from '../contract/order.ts'
import type { Trip, TripStage } from '../contract/trip.ts'
import { customerViews } from '../contract/views.ts'
import { isInCustomerView } from './customer-views.ts'
import type { TripProgress } from './order-hero.ts'

export function tripStage(lifecycle: LifecycleColumns): TripStage {
  const { pickup, transport, warehouse } = lifecycle
  if (warehouse === 'handed') return 'collected'
  if (isInCustomerView(customerViews.cancelled, lifecycle) || lifecycle.closing === 'closed')
    return 'calledOff'
  if (warehouse === 'completed') return 'stored'
  if (transport === 'completed') return 'arrived'
  if (transport === 'inProgress') return 'onTheWay'
  return pickup === 'pickuped' ? 'pickedUp' : 'waiting'
}

export const tripPickup = (lifecycle: LifecycleColumns, isCourierThere: boolean): Trip['pickupStage'] =>
  lifecycle.review === 'pass' ? (isCourierThere ? 'courierThere' : 'planned') : 'inReview'

/** Steps of a trip. Null before pickup, when bags are redirected, and once it is over. */
export function stepsOfTrip({ stage, returning }: Pick<Trip, 'stage' | 'returning'>): TripProgress | null {
  if (returning === 'moving' || returning === 'there') return null
  if (returning === 'asked' && (stage === 'pickedUp' || stage === 'onTheWay')) return null
  const at = { pickedUp: 0, onTheWay: 1, arrived: 2, stored: 2, waiting: -1, collected: -1, calledOff: -1 }[
    stage
  ]
  return at < 0
    ? null
    : { steps: ['pickedUp', 'onTheWay', stage === 'stored' ? 'stored' : 'arrived', 'collected'], index: at }
}
