import { locationTypes } from '../contract/common.ts'
import type { Order } from '../contract/order.ts'
import { isOnItsWay, isRecalled } from './order-facts.ts'
import { pickupStage } from './pickup-stage.ts'
import { returnStage } from './return-stage.ts'

/**
 * What an order's page is about: bags to leave for the courier, bags on their way, bags to collect; null where something
 * else comes first, such as a payment or a refund, or nothing is left to do.
 */
export type OrderHero = 'handIn' | 'onTheWay' | 'claim'

/** `now` is milliseconds since 1970. */
export function orderHero(order: Order, now: number): OrderHero | null {
  const { transport } = order.lifecycle
  if (returnStage(order) === 'moving') return 'onTheWay'
  if (isOnItsWay(order)) return transport === 'completed' ? 'claim' : 'onTheWay'
  const pickup = pickupStage(order, now)
  return pickup === 'planned' || pickup === 'due' || pickup === 'courierThere' ? 'handIn' : null
}

/** How the courier gets the bags: from the hotel's desk, from the room with its password, or from the traveller. */
export type HandInWay = 'desk' | 'room' | 'person'

const hotelTypes: readonly number[] = [locationTypes.hotel, locationTypes.hotelRoom]

export const handInWay = ({ access, pickup }: Order): HandInWay => {
  if (access === 'roomPassword') return 'room'
  return hotelTypes.includes(pickup.location.type) ? 'desk' : 'person'
}

/** The steps of a trip; at a place with storage the bags are stored once they have arrived. */
export type TripStep = 'pickedUp' | 'onTheWay' | 'arrived' | 'stored' | 'collected'

/** The four steps of a trip, and which of them it is at. */
export type TripProgress = { steps: TripStep[]; at: number }

/** The steps of an order on its way; null before the pickup, once bags go elsewhere after all, and once it is over. */
export function tripSteps(order: Order): TripProgress | null {
  const back = returnStage(order)
  if (!isOnItsWay(order) || isRecalled(order) || back === 'moving' || back === 'there') return null
  const { transport, warehouse } = order.lifecycle
  const isThere = transport === 'completed'
  return {
    steps: ['pickedUp', 'onTheWay', isThere && warehouse === 'completed' ? 'stored' : 'arrived', 'collected'],
    at: isThere ? 2 : transport === 'inProgress' ? 1 : 0,
  }
}
