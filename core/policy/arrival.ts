import { policy } from './numbers.ts'

const minute = 60_000

/** Whether the time has passed at which bags were expected: it is no promise any more. `now` is milliseconds since 1970. */
export const isArrivalPast = ({ estimatedDelivery }: { estimatedDelivery: string }, now: number): boolean =>
  now > Date.parse(estimatedDelivery)

/** What the courier has reported. Times in milliseconds since 1970; null for what has not happened. */
export type ArrivalFacts = {
  pickupTime: number
  deliveryTime: number
  pickedUpTime: number | null
  transportTime: number | null
  travelMinutes: number
}

/**
 * When the bags are expected at the destination: a window that ends at the agreed time, or the route's travel time after
 * the courier's last report, and narrows with each report. It begins no sooner than the bags can be there. Milliseconds
 * since 1970.
 */
export function arrivalWindow({
  pickupTime,
  deliveryTime,
  pickedUpTime,
  transportTime,
  travelMinutes,
}: ArrivalFacts): {
  from: number
  until: number
} {
  const soonest = (pickedUpTime ?? pickupTime) + travelMinutes * minute
  const reported = transportTime ?? pickedUpTime
  const until = reported === null ? deliveryTime : Math.max(deliveryTime, reported + travelMinutes * minute)
  const { bookedWindowMinutes, pickedUpWindowMinutes, onTheWayWindowMinutes } = policy
  const afterPickup = transportTime === null ? pickedUpWindowMinutes : onTheWayWindowMinutes
  const width = reported === null ? bookedWindowMinutes : afterPickup
  return { from: Math.min(until, Math.max(soonest, until - width * minute)), until }
}
