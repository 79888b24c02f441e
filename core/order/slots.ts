import { TZDate, tz, tzOffset } from '@date-fns/tz'
import { addDays, format, formatISO } from 'date-fns'
import type { Site } from '../api/contract/site.ts'
import { policy } from '../policy/numbers.ts'
import { isOpenAt, isOpenNow } from '../site/opening.ts'
import type { Route } from './route.ts'

const minute = 60_000
const day = 24 * 60

type Opening = Pick<Site, 'timeZone' | 'hours'>
/** What a delivery time depends on. */
type Timed = Pick<Route, 'timeZone' | 'travelMinutes' | 'destination'>

/** Why a time cannot be chosen. */
export type SlotProblem = 'tooEarly' | 'tooLate' | 'closed' | 'offSlot'

/** The calendar day of an instant in a zone, as `yyyy-MM-dd`. */
export const dayOf = (time: number | string, timeZone: string): string =>
  format(time, 'yyyy-MM-dd', { in: tz(timeZone) })

const daysFrom = (start: number, timeZone: string): string[] =>
  Array.from({ length: policy.pickupDaysAhead + 1 }, (_, index) =>
    format(addDays(new TZDate(start, timeZone), index), 'yyyy-MM-dd', { in: tz(timeZone) }),
  )

const earliestPickup = (now: number) => now + policy.pickupLeadMinutes * minute
const earliestDelivery = (pickupTime: number, { travelMinutes }: Timed) => pickupTime + travelMinutes * minute

/** Whether a place is open at an instant whose minutes after midnight are known in one zone. */
const isOpen = (place: Opening, time: number, at: number, timeZone: string): boolean =>
  place.timeZone === timeZone ? isOpenAt(place.hours, at) : isOpenNow(place, time)

/** The instant at which the zone's clocks show a time of day, in minutes after midnight. `month` counts from 0. */
const slotAt = (year: number, month: number, date: number, at: number, timeZone: string): TZDate =>
  new TZDate(year, month, date, Math.floor(at / 60), at % 60, timeZone)

/** Every slot of a day, on the half hour of `timeZone`, while the place is open, as ISO 8601 with the zone's offset. */
function slotsOfDay(date: string, timeZone: string, place: Opening, earliest: number): string[] {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  const slots: string[] = []
  for (let at = 0; at < day; at += policy.slotMinutes) {
    // Built from wall-clock parts, so that a day with a clock change keeps its half hours; one that is skipped is no slot.
    const slot = slotAt(year, month - 1, dayOfMonth, at, timeZone)
    const isThere = slot.getHours() * 60 + slot.getMinutes() === at
    const time = slot.getTime()
    if (isThere && time >= earliest && isOpen(place, time, at, timeZone)) slots.push(formatISO(slot))
  }
  return slots
}

/** Minutes since 1970 as the zone's clocks show them. */
const wallMinutes = (time: number, timeZone: string): number =>
  time / minute + tzOffset(timeZone, new Date(time))

/** Whether an instant is the one that stands for what the zone's clocks show: they show an hour twice in autumn. */
function isFirstOf(time: number, wall: number, timeZone: string): boolean {
  const offsetIn = (hours: number) => tzOffset(timeZone, new Date(time + hours * 60 * minute))
  if (offsetIn(-3) === offsetIn(3)) return true
  const shown = new Date(wall * minute)
  return (
    slotAt(
      shown.getUTCFullYear(),
      shown.getUTCMonth(),
      shown.getUTCDate(),
      wall % day,
      timeZone,
    ).getTime() === time
  )
}

/** Why an instant is none of the slots; null when it is one. Asks about this slot alone, not about all of its day. */
function slotProblem(
  time: number,
  from: { start: number; earliest: number },
  timeZone: string,
  place: Opening,
): SlotProblem | null {
  if (time < from.earliest) return 'tooEarly'
  const wall = wallMinutes(time, timeZone)
  const daysAhead = Math.floor(wall / day) - Math.floor(wallMinutes(from.start, timeZone) / day)
  if (daysAhead > policy.pickupDaysAhead) return 'tooLate'
  if (!Number.isInteger(wall) || wall % policy.slotMinutes !== 0) return 'offSlot'
  if (!isFirstOf(time, wall, timeZone)) return 'offSlot'
  return isOpen(place, time, wall % day, timeZone) ? null : 'closed'
}

/** Days on which a pickup may be chosen: today to 14 days ahead (contract), those without a slot left out. */
export const pickupDays = (now: number, site: Opening): string[] =>
  daysFrom(now, site.timeZone).filter((date) => pickupSlots(date, now, site).length > 0)

/** Pickup slots of a day: 30 minutes apart, at least 1 h from now (contract). */
export const pickupSlots = (date: string, now: number, site: Opening): string[] =>
  slotsOfDay(date, site.timeZone, site, earliestPickup(now))

/** Why a pickup time cannot be chosen; null when it can. `time` is ISO 8601 with offset. */
export const pickupTimeProblem = (time: string, now: number, site: Opening): SlotProblem | null =>
  slotProblem(Date.parse(time), { start: now, earliest: earliestPickup(now) }, site.timeZone, site)

/** Days of the pickup site on which the delivery may be chosen: from the pickup's day on. */
export const deliveryDays = (pickupTime: string, route: Timed): string[] =>
  daysFrom(Date.parse(pickupTime), route.timeZone).filter(
    (date) => deliverySlots(date, pickupTime, route).length > 0,
  )

/** Delivery slots of a day: at least the travel time after pickup, while the destination is open (contract). */
export const deliverySlots = (date: string, pickupTime: string, route: Timed): string[] =>
  slotsOfDay(date, route.timeZone, route.destination, earliestDelivery(Date.parse(pickupTime), route))

/** Why a delivery time cannot be chosen; null when it can. Times are ISO 8601 with offset. */
export function deliveryTimeProblem(time: string, pickupTime: string, route: Timed): SlotProblem | null {
  const start = Date.parse(pickupTime)
  const from = { start, earliest: earliestDelivery(start, route) }
  return slotProblem(Date.parse(time), from, route.timeZone, route.destination)
}
