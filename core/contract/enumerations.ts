/**
 * Shared enumerations of spec sections 3 and 4. Where the spec gives no numbers, they count from 0 in the spec's order.
 */

export const reviewStates = { none: 0, waitConfirm: 1, pass: 2, fail: 3 } as const

export const pickupStates = { none: 0, waitPickup: 1, pickuped: 2 } as const

export const transportStates = { none: 0, inProgress: 1, completed: 2 } as const

/** Storage at the delivery site until handover. */
export const warehouseStates = { none: 0, waitConfirm: 1, completed: 2, handed: 3 } as const

export const returnStates = { none: 0, wait: 1, inProgress: 2, completed: 3 } as const

export const paymentStates = {
  unpaid: 0,
  paid: 1,
  failed: 2,
  refunding: 3,
  supplementary: 4,
  refunded: 5,
} as const

/** Status of one payment (the spec's second set). */
export const paymentStatuses = { unpaid: 0, paid: 1, fail: 2, refunding: 3, refunded: 4 } as const

export const paymentSources = { normal: 0, supplementary: 1 } as const

export const paymentPurposes = ['change', 'return'] as const

export const orderSources = { selfService: 0, hotel: 1 } as const

export const creationTypes = {
  createByOperator: 0,
  createByCustomer: 1,
  createTemporaryByOperator: 2,
} as const

export const reviewResults = { wait: 0, pass: 1, reject: 2 } as const

export const billingItemTypes = { time: 0, count: 1, packagePrice: 2 } as const

export const feedbackTypes = { hotel: 0, platform: 1 } as const

export const operationLogTypes = {
  express: 0,
  opConfig: 1,
  billing: 2,
  announcement: 3,
  exceptionReport: 4,
  exception: 5,
  region: 6,
  sensitive: 7,
  car: 8,
} as const
export type OperationLogType = (typeof operationLogTypes)[keyof typeof operationLogTypes]

/** Operation actions. The spec doesn't name 601–604 (exceptions); 611 and 612 (claims) are ours. */
export const operationActions = {
  create: 0,
  reviewAllow: 1,
  reviewReject: 2,
  bindPackageTag: 3,
  unbindPackageTag: 4,
  assign: 5,
  decisionAllow: 6,
  decisionReject: 7,
  pickup: 8,
  transportInProgress: 9,
  transportComplete: 10,
  warehouseApply: 11,
  warehouseConfirm: 12,
  hand: 13,
  courierArrivedAtDeparture: 14,
  courierArrivedAtDestination: 15,
  warehousePackageConfirm: 16,
  changeDestination: 17,
  cancel: 18,
  transferApply: 19,
  transferAccept: 20,
  transferReject: 21,
  transferCancel: 22,
  hotelHand: 23,
  packageChange: 24,
  close: 25,
  reviewing: 26,
  carCreate: 101,
  carDelete: 102,
  configSet: 201,
  billingRuleChange: 301,
  refundRequest: 311,
  refundApprove: 312,
  refundReject: 313,
  refundWithdraw: 314,
  invoiceRequest: 321,
  invoiceAnswer: 322,
  invoiceDecline: 323,
  invoiceRed: 324,
  announcementAdd: 401,
  announcementUpdate: 402,
  exceptionReportIgnore: 501,
  exceptionReportMarkImportant: 502,
  exceptionReportCloseOrder: 503,
  exceptionReportLockOrder: 504,
  exceptionReportCancelOrder: 505,
  exceptionCreate: 601,
  exceptionResolve: 602,
  exceptionUpdate: 603,
  exceptionDelete: 604,
  claimOpen: 611,
  claimUpdate: 612,
  regionDelete: 701,
  sensitiveCustomerInfo: 801,
  sensitiveExpressExtension: 802,
} as const
export type OperationAction = (typeof operationActions)[keyof typeof operationActions]

/** The log of an action, by the hundreds of its number. */
export function operationLogType(action: OperationAction): OperationLogType {
  const { express, car, opConfig, billing, announcement, exceptionReport, exception, region, sensitive } =
    operationLogTypes
  const byHundreds = [
    express,
    car,
    opConfig,
    billing,
    announcement,
    exceptionReport,
    exception,
    region,
    sensitive,
  ]
  return byHundreds[Math.floor(action / 100)] ?? express
}

/** Names of an enumeration, in order, for a `picklist`. */
export const namesOf = <const Table extends Record<string, number>>(table: Table) =>
  Object.keys(table) as (keyof Table & string)[]
