import type { OrderRegions } from '../api/contract/order.ts'
import { courierViews, customerViews, operatorViews, siteViews } from '../api/contract/views.ts'

/**
 * Which orders belong to a view: those that fit one of the entries, each of them the values that a region may have.
 * Nothing fits an empty list, everything fits an empty entry.
 */
export type ViewRule = readonly {
  readonly [Region in keyof OrderRegions]?: readonly OrderRegions[Region][]
}[]

const open = { closing: ['open'] } as const
const notFailed = ['none', 'waitConfirm', 'pass'] as const
const notHanded = ['none', 'waitConfirm', 'completed'] as const
const notThereYet = ['none', 'inProgress'] as const

const everything: ViewRule = [{}]
const waitReview = { ...open, review: ['waitConfirm'] } as const
const waitAssign = { ...open, review: ['pass'], pickup: ['none'] } as const
const waitPickup: ViewRule = [{ ...open, pickup: ['waitPickup'] }]
const transporting: ViewRule = [{ ...open, pickup: ['pickuped'], transport: notThereYet }]
const waitWarehouse: ViewRule = [{ ...open, transport: ['completed'], warehouse: ['none', 'waitConfirm'] }]
const warehoused: ViewRule = [{ ...open, warehouse: ['completed'] }]
const handed: ViewRule = [{ warehouse: ['handed'] }]
const exception: ViewRule = [{ ...open, exception: ['reported'] }]
const rejected: ViewRule = [{ review: ['fail'] }]
const complete: ViewRule = [
  { review: notFailed, closing: ['closed'] },
  { ...open, review: notFailed, warehouse: ['handed'] },
]

/**
 * The one projection of an order's regions onto the views of every audience (spec section 4): core reads it here, the
 * server makes its conditions of it. An order may be in several views of an audience, such as "wait pickup" and
 * "exception".
 */
export const viewRules = {
  [courierViews.exception]: exception,
  [courierViews.assigning]: [{ ...open, assignment: ['waitDecision'] }],
  [courierViews.waitPickup]: waitPickup,
  [courierViews.transporting]: transporting,
  [courierViews.waitWarehouseApply]: [{ ...open, transport: ['completed'], warehouse: ['none'] }],
  [courierViews.waitWarehouseConfirm]: [{ ...open, warehouse: ['waitConfirm'] }],
  [courierViews.warehoused]: warehoused,
  [courierViews.handed]: handed,
  [courierViews.transferring]: [{ ...open, transfer: ['waitDecision'] }],
  [courierViews.all]: everything,

  [operatorViews.all]: everything,
  [operatorViews.waitReview]: [waitReview],
  [operatorViews.exception]: exception,
  // A courier who was asked and has not accepted leaves the order to be assigned.
  [operatorViews.waitAssign]: [waitAssign],
  [operatorViews.waitPickup]: waitPickup,
  [operatorViews.transporting]: transporting,
  [operatorViews.waitWarehouse]: waitWarehouse,
  [operatorViews.warehoused]: warehoused,
  [operatorViews.complete]: complete,
  [operatorViews.cancelled]: [{ closing: ['cancelled'] }],
  [operatorViews.rejected]: rejected,
  [operatorViews.waitReviewOrAssign]: [waitReview, waitAssign],

  [customerViews.all]: everything,
  [customerViews.ongoing]: [{ ...open, review: notFailed, warehouse: notHanded }],
  [customerViews.complete]: complete,
  [customerViews.cancelled]: [{ closing: ['cancelled'] }, ...rejected],

  [siteViews.waitWarehouse]: waitWarehouse,
  [siteViews.notArrived]: [{ ...open, review: ['pass'], transport: notThereYet }],
  [siteViews.waitPickup]: waitPickup,
  [siteViews.inSite]: [{ ...open, transport: ['completed'], warehouse: notHanded }],
  [siteViews.waitReview]: [waitReview],
  [siteViews.all]: everything,
  [siteViews.exception]: exception,
  [siteViews.reviewFailed]: rejected,
  [siteViews.transporting]: transporting,
  [siteViews.waitHand]: warehoused,
  [siteViews.handed]: handed,
} as const satisfies Record<number, ViewRule>

/** A view of any audience. */
export type OrderView = keyof typeof viewRules

/** Orders that somebody has to do something about: paid and not closed, or with money on its way back. */
export const openWork: ViewRule = [
  { ...open, payment: ['paid', 'supplementary', 'refunding', 'refunded'] },
  { payment: ['refunding'] },
]

/** Whether an order of these regions fits a rule. */
export const fitsView = (rule: ViewRule, regions: OrderRegions): boolean =>
  rule.some((entry) =>
    Object.entries(entry).every(([region, values]) =>
      (values as readonly string[]).includes(regions[region as keyof OrderRegions]),
    ),
  )

/** Whether a view shows an order of these regions. */
export const isInView = (view: OrderView, regions: OrderRegions): boolean =>
  fitsView(viewRules[view], regions)
