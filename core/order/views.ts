import type { LifecycleColumns } from '../api/contract/order.ts'
import { courierViews, customerViews, operatorViews, siteViews } from '../api/contract/views.ts'

/** The fields that decide an order's status and view: one that is locked, or whose bags go back, stays where it is. */
export type ViewColumns = Omit<LifecycleColumns, 'lock' | 'return'>

/**
 * Which orders a view lists: those that fit one of the entries, each of them the allowed values of a lifecycle column.
 * Nothing fits an empty list, everything fits an empty entry.
 */
export type ViewRule = readonly {
  readonly [Column in keyof ViewColumns]?: readonly ViewColumns[Column][]
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
 * The one projection of an order's lifecycle columns onto the views of every audience (spec section 4), also for the
 * server's conditions. An order may be in several views of an audience, such as "wait pickup" and "exception".
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

export type OrderView = keyof typeof viewRules

/** Orders with open work: paid and not closed, or with a refund under way. */
export const openWork: ViewRule = [
  { ...open, payment: ['paid', 'supplementary', 'refunding', 'refunded'] },
  { payment: ['refunding'] },
]

/** Whether an order with these lifecycle columns fits a rule. */
export const fitsView = (rule: ViewRule, columns: ViewColumns): boolean =>
  rule.some((entry) =>
    Object.entries(entry).every(([column, values]) =>
      (values as readonly string[]).includes(columns[column as keyof ViewColumns]),
    ),
  )

/** Whether a view lists an order with these lifecycle columns. */
export const isInView = (view: OrderView, columns: ViewColumns): boolean => fitsView(viewRules[view], columns)
