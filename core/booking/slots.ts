import type { Site } from '../contract/site.ts'
import { instantsOfDay, offsetAt } from '../lib/zone.ts'
import { policy } from '../policy/numbers.ts'
import { isOpenAt, isOpenNow } from '../sites/opening.ts'
import type { Route } from './route.ts'

const minute = 60_000
const minutesPerDay = 24 * 60
const dayMs = minutesPerDay * minute

type Opening = Pick<Site, 'timeZone' | 'hours'>
type TimedRoute = Pick<Route, 'timeZone' | 'travelMinutes' | 'destination'>

export type SlotProblem = 'tooEarly' | 'tooLate' | 'closed' | 'offSlot'

function* daysFrom(start: number, timeZone: string) {
  const today = start + offsetAt(start, timeZone)
  for (let ahead = 0; ahead <= policy.pickupDaysAhead; ahead += 1)
    yield new Date(today + ahead * dayMs).toISOString().slice(0, 10)
}

const earliestPickup = (now: number) => now + policy.pickupLeadMinutes * minute
const earliestDelivery = (pickupTime: number, { travelMinutes }: TimedRoute) =>
  pickupTime + travelMinutes * minute

/** `wall` is the local time at `time` in ms, as if it were UTC. It saves a conversion if both zones are equal. */
const isOpen = (place: Opening, time: number, wall: number, timeZone: string): boolean =>
  place.timeZone === timeZone ? isOpenAt(place.hours, wall) : isOpenNow(place, time)

type SlotDay = { date: string; timeZone: string; place: Opening; earliest: number }

function* slotsOf({ date, timeZone, place, earliest }: SlotDay) {
  const instantAt = instantsOfDay(date, timeZone)
  const midnight = Date.parse(date)
  for (let at = 0; at < minutesPerDay; at += policy.slotMinutes) {
    const slot = instantAt(at)
    if (slot && slot.time >= earliest && isOpen(place, slot.time, midnight + at * minute, timeZone))
      yield { at, slot }
  }
}

/** ISO 8601 with the zone's offset. */
const slotTimes = (of: SlotDay): string[] => Array.from(slotsOf(of), ({ slot }) => slot.iso)
const hasSlot = (of: SlotDay): boolean => !slotsOf(of).next().done

const pickupDay = (date: string, now: number, site: Opening, after = 0): SlotDay => ({
  date,
  timeZone: site.timeZone,
  place: site,
  earliest: Math.max(earliestPickup(now), after),
})
const deliveryDay = (date: string, pickupTime: string, route: TimedRoute, after = 0): SlotDay => ({
  date,
  timeZone: route.timeZone,
  place: route.destination,
  earliest: Math.max(earliestDelivery(Date.parse(pickupTime), route), after),
})

const midnightOf = (wall: number): number => Math.floor(wall / dayMs) * dayMs

/** The instant that `instantsOfDay` picks: the first one when clocks are set back. */
function firstInstant(wall: number, timeZone: string): number | null {
  const before = offsetAt(midnightOf(wall) - dayMs, timeZone)
  const after = offsetAt(midnightOf(wall) + 2 * dayMs, timeZone)
  const isShown = (offset: number) => before === after || offsetAt(wall - offset, timeZone) === offset
  const offset = [before, after].find(isShown)
  return offset === undefined ? null : wall - offset
}

/** Why an instant isn't a slot; null if it is. Computes only this slot, not the whole day. */
function slotProblem(
  time: number,
  from: { start: number; earliest: number },
  timeZone: string,
  place: Opening,
): SlotProblem | null {
  if (time < from.earliest) return 'tooEarly'
  const wall = time + offsetAt(time, timeZone)
  const today = Math.floor((from.start + offsetAt(from.start, timeZone)) / dayMs)
  if (Math.floor(wall / dayMs) > today + policy.pickupDaysAhead) return 'tooLate'
  if (wall % (policy.slotMinutes * minute) !== 0 || firstInstant(wall, timeZone) !== time) return 'offSlot'
  return isOpen(place, time, wall, timeZone) ? null : 'closed'
}

/** Preferred hours of the first suggestion, in minutes after midnight at the pickup site. */
const dayBegins = 8 * 60
const dayEnds = 20 * 60

/** The first daytime slot, else the first slot at any hour; null if none. */
function firstSlot(days: Iterable<string>, dayOf: (date: string) => SlotDay): string | null {
  let first: { readonly iso: string } | null = null
  for (const date of days) {
    for (const { at, slot } of slotsOf(dayOf(date))) {
      if (at >= dayBegins && at < dayEnds) return slot.iso
      first ??= slot
    }
  }
  return first?.iso ?? null
}

/** The next pickup slot, preferably in daytime, not before `after` (ms since 1970); null if none. */
export const nextPickupSlot = (after: number, now: number, site: Opening): string | null =>
  firstSlot(daysFrom(now, site.timeZone), (date) => pickupDay(date, now, site, after))

/** The next delivery slot, preferably in daytime, not before `after` (ms since 1970); null if none. */
export const nextDeliverySlot = (after: number, pickupTime: string, route: TimedRoute): string | null =>
  firstSlot(daysFrom(Date.parse(pickupTime), route.timeZone), (date) =>
    deliveryDay(date, pickupTime, route, after),
  )

const timeOfDay = (slot: string) => slot.slice(11, 16)

/** The slot at the same time of day as `chosen`, else the next, else the last; null without slots. */
export function slotAtSameTime(slots: readonly string[], chosen: string | null): string | null {
  const at = chosen === null ? '' : timeOfDay(chosen)
  return slots.find((slot) => timeOfDay(slot) >= at) ?? slots.at(-1) ?? null
}

/** The slot nearest to `chosen` in another part of the day: its first if later, its last if earlier. */
export function nearestSlot(slots: readonly string[], chosen: string | null): string | null {
  const [first = null] = slots
  const isBefore = chosen !== null && first !== null && timeOfDay(first) < timeOfDay(chosen)
  return isBefore ? (slots.at(-1) ?? null) : first
}

const dayParts = { early: 0, morning: 6, afternoon: 12, evening: 18 } as const
export type DayPart = keyof typeof dayParts

/** `slot` is ISO 8601 in the offset of its zone. */
export function dayPartOf(slot: string): DayPart {
  const hour = Number(slot.slice(11, 13))
  if (hour < dayParts.morning) return 'early'
  if (hour < dayParts.afternoon) return 'morning'
  return hour < dayParts.evening ? 'afternoon' : 'evening'
}

export const groupSlots = (slots: readonly string[]): { part: DayPart; slots: string[] }[] =>
  (Object.keys(dayParts) as DayPart[]).flatMap((part) => {
    const ofPart = slots.filter((slot) => dayPartOf(slot) === part)
    return ofPart.length > 0 ? [{ part, slots: ofPart }] : []
  })

/** Days with pickup slots, from today to 14 days ahead (contract). */
export const pickupDays = (now: number, site: Opening): string[] =>
  [...daysFrom(now, site.timeZone)].filter((date) => hasSlot(pickupDay(date, now, site)))

/** Pickup slots of a day, 30 minutes apart, at least 1 h from now (contract). */
export const pickupSlots = (date: string, now: number, site: Opening): string[] =>
  slotTimes(pickupDay(date, now, site))

/** Why a pickup time can't be chosen; null if it can. `time` is ISO 8601 with offset. */
export const pickupTimeProblem = (time: string, now: number, site: Opening): SlotProblem | null =>
  slotProblem(Date.parse(time), { start: now, earliest: earliestPickup(now) }, site.timeZone, site)

/** Days with delivery slots, in the pickup site's calendar, not before the pickup or `after` (ms since 1970). */
export const deliveryDays = (pickupTime: string, route: TimedRoute, after = 0): string[] =>
  [...daysFrom(Date.parse(pickupTime), route.timeZone)].filter((date) =>
    hasSlot(deliveryDay(date, pickupTime, route, after)),
  )

/** Delivery slots of a day: after the travel time, while the destination is open (contract), not before `after`. */
export const deliverySlots = (date: string, pickupTime: string, route: TimedRoute, after = 0): string[] =>
  slotTimes(deliveryDay(date, pickupTime, route, after))

/** Why a delivery time can't be chosen; null if it can. Times are ISO 8601 with offset. */
export function deliveryTimeProblem(time: string, pickupTime: string, route: TimedRoute): SlotProblem | null {
  const start = Date.parse(pickupTime)
  const from = { start, earliest: earliestDelivery(start, route) }
  return slotProblem(Date.parse(time), from, route.timeZone, route.destination)
}
