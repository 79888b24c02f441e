import { policy } from './numbers.ts'

const minute = 60_000

/** Whether the expected arrival has passed and must not be shown as a promise. `now` is ms since 1970. */
export const isArrivalPast = ({ estimatedDelivery }: { estimatedDelivery: string }, now: number): boolean =>
  now > Date.parse(estimatedDelivery)

/** Courier reports, in ms since 1970; null if not happened yet. */
export type ArrivalInput = {
  pickupTime: number
  deliveryTime: number
  pickedUpTime: number | null
  transportTime: number | null
  travelMinutes: number
}

/**
 * Expected arrival window, in ms since 1970. Ends at the agreed time, or the travel time after the courier's last
 * report if that is later. Each report narrows it. Starts no earlier than the bags can arrive.
 */
export function arrivalWindow({
  pickupTime,
  deliveryTime,
  pickedUpTime,
  transportTime,
  travelMinutes,
}: ArrivalInput): {
  from: number
  until: number
} {
  const soonest = (pickedUpTime ?? pickupTime) + travelMinutes * minute
  const lastReport = transportTime ?? pickedUpTime
  const until =
    lastReport === null ? deliveryTime : Math.max(deliveryTime, lastReport + travelMinutes * minute)
  const { bookedWindowMinutes, pickedUpWindowMinutes, onTheWayWindowMinutes } = policy
  const afterPickup = transportTime === null ? pickedUpWindowMinutes : onTheWayWindowMinutes
  const width = lastReport === null ? bookedWindowMinutes : afterPickup
  return { from: Math.min(until, Math.max(soonest, until - width * minute)), until }
}
