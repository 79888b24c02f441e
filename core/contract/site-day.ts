import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { Id, requiredText, siteClock, Timestamp } from './common.ts'

/** Max orders of a site's day. */
export const maxSiteDayOrders = 200

/** Reasons for an order to need a site today. `handOut`: its desk stores the bags, and the recipient may come. */
export const siteTasks = ['pickup', 'arrival', 'handOut'] as const

export const SiteDay = v.object({
  siteId: Id,
  name: v.string(),
  ...siteClock,
  /** Closed today by this call or the catalogue. */
  isClosed: v.boolean(),
  /** Why it closed today; null if it's open or the catalogue says it is closed. */
  reason: v.nullable(v.string()),
  /** Open orders that need the site today, by time. At most 200. */
  orders: v.array(
    v.object({
      orderId: Id,
      orderNumber: v.string(),
      task: v.picklist(siteTasks),
      time: Timestamp,
      pieces: v.number(),
    }),
  ),
})
export type SiteDay = v.InferOutput<typeof SiteDay>

const SiteParams = v.strictObject({ siteId: Id })

/** A desk's own site, or any site for an operator. Other sites have code 3002. */
const roles = ['operator', 'site'] as const

export const getSiteDay = getCall('/operator/sites/{siteId}/today', {
  summary:
    'Returns whether a site is closed today, and the orders that need it today. Desks only read their own site.',
  audience: 'operator',
  roles,
  params: SiteParams,
  result: SiteDay,
  errors: [3002],
})

export const closeSiteToday = postCall('/operator/sites/{siteId}/close-today', {
  summary:
    'Closes a site for the rest of today: adds the day to its closed days, so that new orders can’t use it, announces the reason on its page, and reports each affected order as `siteClosed` to operators and its traveller. Repeating it changes nothing.',
  audience: 'operator',
  roles,
  params: SiteParams,
  body: v.strictObject({ reason: requiredText(200) }),
  result: SiteDay,
  errors: [3002],
})

export const reopenSiteToday = postCall('/operator/sites/{siteId}/reopen-today', {
  summary:
    'Opens a site that was closed for today, ends its announcement, and settles the reports of its orders. Changes nothing if it’s open.',
  audience: 'operator',
  roles,
  params: SiteParams,
  body: v.strictObject({}),
  result: SiteDay,
  errors: [3002],
})
