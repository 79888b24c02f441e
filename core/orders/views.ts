import type { ViewColumns } from '../contract/order.ts'
import { courierViews, operatorViews, siteViews } from '../contract/views.ts'
import {
  allOrdersRule,
  completeRule,
  customerViewRules,
  matchesView,
  notHandedStates,
  openRule,
  rejectedRule,
  type ViewRule,
} from './customer-views.ts'

const notThereYet = ['none', 'inProgress'] as const

const waitReview = { ...openRule, review: ['waitConfirm'] } as const
const waitAssign = { ...openRule, review: ['pass'], pickup: ['none'] } as const
const waitPickup: ViewRule = [{ ...openRule, pickup: ['waitPickup'] }]
const transporting: ViewRule = [{ ...openRule, pickup: ['pickuped'], transport: notThereYet }]
const waitWarehouse: ViewRule = [
  { ...openRule, transport: ['completed'], warehouse: ['none', 'waitConfirm'] },
]
const warehoused: ViewRule = [{ ...openRule, warehouse: ['completed'] }]
const handed: ViewRule = [{ warehouse: ['handed'] }]
const exception: ViewRule = [{ ...openRule, exception: ['reported'] }]

/**
 * The only mapping from lifecycle columns to every audience's views (spec section 4); the server's SQL conditions use
 * it too. An order may be in several views of an audience, such as "wait pickup" and "exception".
 */
export const viewRules = {
  [courierViews.exception]: exception,
  [courierViews.assigning]: [{ ...openRule, assignment: ['waitDecision'] }],
  [courierViews.waitPickup]: waitPickup,
  [courierViews.transporting]: transporting,
  [courierViews.waitWarehouseApply]: [{ ...openRule, transport: ['completed'], warehouse: ['none'] }],
  [courierViews.waitWarehouseConfirm]: [{ ...openRule, warehouse: ['waitConfirm'] }],
  [courierViews.warehoused]: warehoused,
  [courierViews.handed]: handed,
  [courierViews.transferring]: [{ ...openRule, transfer: ['waitDecision'] }],
  [courierViews.all]: allOrdersRule,

  [operatorViews.all]: allOrdersRule,
  [operatorViews.waitReview]: [waitReview],
  [operatorViews.exception]: exception,
  // An order whose courier hasn't accepted still counts as unassigned.
  [operatorViews.waitAssign]: [waitAssign],
  [operatorViews.waitPickup]: waitPickup,
  [operatorViews.transporting]: transporting,
  [operatorViews.waitWarehouse]: waitWarehouse,
  [operatorViews.warehoused]: warehoused,
  [operatorViews.complete]: completeRule,
  [operatorViews.cancelled]: [{ closing: ['cancelled'] }],
  [operatorViews.rejected]: rejectedRule,
  [operatorViews.waitReviewOrAssign]: [waitReview, waitAssign],

  ...customerViewRules,

  [siteViews.waitWarehouse]: waitWarehouse,
  [siteViews.notArrived]: [{ ...openRule, review: ['pass'], transport: notThereYet }],
  [siteViews.waitPickup]: waitPickup,
  [siteViews.inSite]: [{ ...openRule, transport: ['completed'], warehouse: notHandedStates }],
  [siteViews.waitReview]: [waitReview],
  [siteViews.all]: allOrdersRule,
  [siteViews.exception]: exception,
  [siteViews.reviewFailed]: rejectedRule,
  [siteViews.transporting]: transporting,
  [siteViews.waitHand]: warehoused,
  [siteViews.handed]: handed,
} as const satisfies Record<number, ViewRule>

export type OrderView = keyof typeof viewRules

/** Orders with open work: paid, even if refunded since, and not closed, or with a pending refund. */
export const openWork: ViewRule = [
  { ...openRule, payment: ['paid', 'supplementary', 'refunding', 'refunded'] },
  { payment: ['refunding'] },
]

export const isInView = (view: OrderView, columns: ViewColumns): boolean =>
  matchesView(viewRules[view], columns)
