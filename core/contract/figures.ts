import * as v from 'valibot'
import { getCall } from './call.ts'
import { Id } from './common.ts'
import { Day } from './day.ts'

const count = v.number()

/** Counts of paid orders by the day of their pickup time. */
export const OrderFigures = v.object({
  orders: count,
  pieces: count,
  handedOver: count,
  /** At the destination by the promised time, or at most 30 minutes after it. */
  onTime: count,
  late: count,
  missedPickups: count,
  cancelled: count,
  claims: count,
})
export type OrderFigures = v.InferOutput<typeof OrderFigures>

export const Figures = v.object({
  total: OrderFigures,
  /** Days with orders, in order. */
  days: v.array(v.object({ ...OrderFigures.entries, day: v.string() })),
  /** By pickup site, most orders first. */
  sites: v.array(v.object({ ...OrderFigures.entries, siteId: Id, name: v.string() })),
  /** By the courier who was last assigned, most orders first. */
  couriers: v.array(v.object({ ...OrderFigures.entries, employeeId: Id, name: v.string() })),
})
export type Figures = v.InferOutput<typeof Figures>

/** Days that one call can count. */
export const maxFigureDays = 92

export const operatorGetFigures = getCall('/operator/figures', {
  summary: `Counts paid orders between two days, both included, at most ${maxFigureDays}: in total, by day, by pickup site and by courier. The day is that of the pickup time, in the site’s time zone.`,
  audience: 'operator',
  query: v.strictObject({ from: Day, until: Day }),
  result: Figures,
})
