import type { ViewColumns } from '../contract/order.ts'
import { courierViews, operatorViews, siteViews } from '../contract/views.ts'
import {
  complete,
  customerViewRules,
  everything,
  fitsView,
  notHanded,
  open,
  rejected,
  type ViewRule,
} from './customer-views.ts'

const notThereYet = ['none', 'inProgress'] as const

const waitReview = { ...open, review: ['waitConfirm'] } as const
const waitAssign = { ...open, review: ['pass'], pickup: ['none'] } as const
const waitPickup: ViewRule = [{ ...open, pickup: ['waitPickup'] }]
const transporting: ViewRule = [{ ...open, pickup: ['pickuped'], transport: notThereYet }]
const waitWarehouse: ViewRule = [{ ...open, transport: ['completed'], warehouse: ['none', 'waitConfirm'] }]
const warehoused: ViewRule = [{ ...open, warehouse: ['completed'] }]
const handed: ViewRule = [{ warehouse: ['handed'] }]
const exception: ViewRule = [{ ...open, exception: ['reported'] }]

/**
 * The only mapping from lifecycle columns to every audience's views (spec section 4); the server's SQL conditions use
 * it too. An order may be in several views of an audience, such as "wait pickup" and "exception".
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
  // An order whose courier hasn't accepted still counts as unassigned.
  [operatorViews.waitAssign]: [waitAssign],
  [operatorViews.waitPickup]: waitPickup,
  [operatorViews.transporting]: transporting,
  [operatorViews.waitWarehouse]: waitWarehouse,
  [operatorViews.warehoused]: warehoused,
  [operatorViews.complete]: complete,
  [operatorViews.cancelled]: [{ closing: ['cancelled'] }],
  [operatorViews.rejected]: rejected,
  [operatorViews.waitReviewOrAssign]: [waitReview, waitAssign],

  ...customerViewRules,

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

/** Orders with open work: paid and not closed, or with a pending refund. */
export const openWork: ViewRule = [
  { ...open, payment: ['paid', 'supplementary', 'refunding', 'refunded'] },
  { payment: ['refunding'] },
]

export const isInView = (view: OrderView, columns: ViewColumns): boolean => fitsView(viewRules[view], columns)
