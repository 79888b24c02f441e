import * as v from 'valibot'

/** View statuses of the courier audience (spec section 4). */
export const courierViews = {
  exception: 0,
  assigning: 1,
  waitPickup: 2,
  transporting: 3,
  waitWarehouseApply: 4,
  waitWarehouseConfirm: 5,
  warehoused: 6,
  handed: 7,
  transferring: 8,
  all: 9,
} as const
export const CourierView = v.picklist(Object.values(courierViews))
export type CourierView = v.InferOutput<typeof CourierView>

/** View statuses of the operator audience (spec section 4). */
export const operatorViews = {
  all: 100,
  waitReview: 101,
  exception: 102,
  waitAssign: 103,
  waitPickup: 104,
  transporting: 105,
  waitWarehouse: 106,
  warehoused: 107,
  complete: 108,
  cancelled: 109,
  rejected: 110,
  waitReviewOrAssign: 111,
} as const
export const OperatorView = v.picklist(Object.values(operatorViews))
export type OperatorView = v.InferOutput<typeof OperatorView>

/** View statuses of the customer audience (spec section 4). */
export const customerViews = { all: 200, ongoing: 201, complete: 202, cancelled: 203 } as const
export const CustomerView = v.picklist(Object.values(customerViews))
export type CustomerView = v.InferOutput<typeof CustomerView>

/** View statuses of the terminal or site audience (spec section 4). */
export const siteViews = {
  waitWarehouse: 300,
  notArrived: 301,
  waitPickup: 302,
  inSite: 303,
  waitReview: 304,
  all: 305,
  exception: 306,
  reviewFailed: 307,
  transporting: 308,
  waitHand: 309,
  handed: 310,
} as const
export const SiteView = v.picklist(Object.values(siteViews))
export type SiteView = v.InferOutput<typeof SiteView>

export const EmployeeView = v.picklist([
  ...Object.values(courierViews),
  ...Object.values(operatorViews),
  ...Object.values(siteViews),
])
export type EmployeeView = v.InferOutput<typeof EmployeeView>
