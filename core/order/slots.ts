import { TZDate, tz } from '@date-fns/tz'
import { addDays, addMinutes, format, formatISO } from 'date-fns'
import type { Site } from '../api/contract/site.ts'
import { policy } from '../policy/numbers.ts'
import { isOpenAt } from '../site/opening.ts'

const minute = 60_000

/** The calendar day of an instant in a zone, as `yyyy-MM-dd`. */
export const dayOf = (time: number | string, timeZone: string): string =>
  format(time, 'yyyy-MM-dd', { in: tz(timeZone) })

const daysFrom = (start: number, count: number, timeZone: string): string[] =>
  Array.from({ length: count }, (_, index) =>
    format(addDays(new TZDate(start, timeZone), index), 'yyyy-MM-dd', { in: tz(timeZone) }),
  )

/** Every slot of a day, on the half hour, while the site is open, as ISO 8601 with the zone's offset. */
function slotsOfDay(day: string, timeZone: string, hours: Site['hours'], earliest: number): string[] {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const slots: string[] = []
  for (let at = 0; at < 24 * 60; at += policy.slotMinutes) {
    if (!isOpenAt(hours, at)) continue
    // Built from wall-clock parts, so that a day with a clock change keeps its half hours; one that is skipped is no slot.
    const slot = new TZDate(year, month - 1, date, Math.floor(at / 60), at % 60, timeZone)
    const isThere = slot.getHours() * 60 + slot.getMinutes() === at
    if (isThere && slot.getTime() >= earliest) slots.push(formatISO(slot))
  }
  return slots
}

/** Days on which a pickup may be chosen: today to 14 days ahead (contract), those without a slot left out. */
export const pickupDays = (now: number, site: Pick<Site, 'timeZone' | 'hours'>): string[] =>
  daysFrom(now, policy.pickupDaysAhead + 1, site.timeZone).filter(
    (day) => pickupSlots(day, now, site).length > 0,
  )

/** Pickup slots of a day: 30 minutes apart, at least 1 h from now (contract). */
export const pickupSlots = (day: string, now: number, site: Pick<Site, 'timeZone' | 'hours'>): string[] =>
  slotsOfDay(day, site.timeZone, site.hours, now + policy.pickupLeadMinutes * minute)

/** Days on which the delivery may be chosen: from the pickup's day on. */
export const deliveryDays = (pickupTime: string, timeZone: string): string[] =>
  daysFrom(Date.parse(pickupTime), policy.pickupDaysAhead + 1, timeZone).filter(
    (day) => deliverySlots(day, pickupTime, timeZone).length > 0,
  )

/** Delivery slots of a day, at least 3 h after pickup (contract). */
export const deliverySlots = (day: string, pickupTime: string, timeZone: string): string[] =>
  slotsOfDay(day, timeZone, null, addMinutes(Date.parse(pickupTime), policy.deliveryGapMinutes).getTime())
