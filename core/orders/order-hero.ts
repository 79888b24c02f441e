import { locationTypes } from '../contract/common.ts'
import type { Order } from '../contract/order.ts'
import { isOnItsWay, isRecalled } from './order-state.ts'
import { pickupStage } from './pickup-stage.ts'
import { returnStage } from './return-stage.ts'

/**
 * Main topic of an order's page. Null if something else comes first, such as a payment or a refund, or nothing is left
 * to do.
 */
export type OrderHero = 'handIn' | 'onTheWay' | 'claim'

/** `now` is ms since 1970. */
export function orderHero(order: Order, now: number): OrderHero | null {
  const { transport } = order.lifecycle
  if (returnStage(order) === 'moving') return 'onTheWay'
  if (isOnItsWay(order)) return transport === 'completed' ? 'claim' : 'onTheWay'
  const pickup = pickupStage(order, now)
  return pickup === 'planned' || pickup === 'due' || pickup === 'courierThere' ? 'handIn' : null
}

/** How the courier gets the bags: from the hotel's desk, from the room by its password, or from the traveller. */
export type HandInWay = 'desk' | 'room' | 'person'

const hotelTypes: readonly number[] = [locationTypes.hotel, locationTypes.hotelRoom]

type PickupPlace = Pick<Order, 'access'> & { pickup: Pick<Order['pickup'], 'location'> }

export const handInWay = ({ access, pickup }: PickupPlace): HandInWay => {
  if (access === 'roomPassword') return 'room'
  return hotelTypes.includes(pickup.location.type) ? 'desk' : 'person'
}

/** `stored` replaces `arrived` once the bags are in storage. */
export type TripStep = 'pickedUp' | 'onTheWay' | 'arrived' | 'stored' | 'collected'

/** The four steps of a trip and the index of the current one. */
export type TripProgress = { steps: TripStep[]; index: number }

/** Steps of an order on its way. Null before pickup, when bags are redirected, and once it is over. */
export function tripSteps(order: Order): TripProgress | null {
  const back = returnStage(order)
  if (!isOnItsWay(order) || isRecalled(order) || back === 'moving' || back === 'there') return null
  const { transport, warehouse } = order.lifecycle
  const isThere = transport === 'completed'
  return {
    steps: ['pickedUp', 'onTheWay', isThere && warehouse === 'completed' ? 'stored' : 'arrived', 'collected'],
    // The status calls bags on the way from the pickup.
    index: isThere ? 2 : 1,
  }
}
