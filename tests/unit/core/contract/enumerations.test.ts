import {
  billingItemTypes,
  courierNotificationTypes,
  courierViews,
  creationTypes,
  customerNotificationTypes,
  customerViews,
  feedbackTypes,
  LifecycleColumns,
  locationTypes,
  operationActions,
  operationLogType,
  operationLogTypes,
  operatorViews,
  orderSources,
  orderStatuses,
  paymentSources,
  paymentStates,
  paymentStatuses,
  pickupStates,
  returnStates,
  reviewResults,
  reviewStates,
  siteNotificationTypes,
  siteViews,
  traceTypes,
  transportStates,
  unreadTypes,
  warehouseStates,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { expect, it } from 'vitest'
import en from '../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../../core/i18n/messages/zh-CN.json' with { type: 'json' }

/** From sections 3 and 4 of the specification; don't derive them from the code. */
it('keeps the numbers of every enumeration', () => {
  expect({
    reviewStates,
    pickupStates,
    transportStates,
    warehouseStates,
    returnStates,
    paymentStates,
    paymentStatuses,
    paymentSources,
    orderSources,
    creationTypes,
    reviewResults,
    billingItemTypes,
    feedbackTypes,
    operationLogTypes,
    locationTypes,
    courierViews,
    operatorViews,
    customerViews,
    siteViews,
  }).toEqual({
    reviewStates: { none: 0, waitConfirm: 1, pass: 2, fail: 3 },
    pickupStates: { none: 0, waitPickup: 1, pickuped: 2 },
    transportStates: { none: 0, inProgress: 1, completed: 2 },
    warehouseStates: { none: 0, waitConfirm: 1, completed: 2, handed: 3 },
    returnStates: { none: 0, wait: 1, inProgress: 2, completed: 3 },
    paymentStates: { unpaid: 0, paid: 1, failed: 2, refunding: 3, supplementary: 4, refunded: 5 },
    paymentStatuses: { unpaid: 0, paid: 1, fail: 2, refunding: 3, refunded: 4 },
    paymentSources: { normal: 0, supplementary: 1 },
    orderSources: { selfService: 0, hotel: 1 },
    creationTypes: { createByOperator: 0, createByCustomer: 1, createTemporaryByOperator: 2 },
    reviewResults: { wait: 0, pass: 1, reject: 2 },
    billingItemTypes: { time: 0, count: 1, packagePrice: 2 },
    feedbackTypes: { hotel: 0, platform: 1 },
    operationLogTypes: {
      express: 0,
      opConfig: 1,
      billing: 2,
      announcement: 3,
      exceptionReport: 4,
      exception: 5,
      region: 6,
      sensitive: 7,
      car: 8,
    },
    locationTypes: {
      hotel: 0,
      hotelRoom: 1,
      airportTerminal: 2,
      trainTerminal: 3,
      portTerminal: 4,
      unknown: 100,
    },
    courierViews: {
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
    },
    operatorViews: {
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
    },
    customerViews: { all: 200, ongoing: 201, complete: 202, cancelled: 203 },
    siteViews: {
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
    },
  })
})

it('keeps the numbers of the operation actions, each in its log', () => {
  const inOrder = [
    ['create', 'reviewAllow', 'reviewReject', 'bindPackageTag', 'unbindPackageTag', 'assign'],
    ['decisionAllow', 'decisionReject', 'pickup', 'transportInProgress', 'transportComplete'],
    ['warehouseApply', 'warehouseConfirm', 'hand', 'courierArrivedAtDeparture'],
    ['courierArrivedAtDestination', 'warehousePackageConfirm', 'changeDestination', 'cancel'],
    ['transferApply', 'transferAccept', 'transferReject', 'transferCancel', 'hotelHand'],
    ['packageChange', 'close', 'reviewing'],
  ].flat()
  expect(inOrder).toHaveLength(27)
  const numbersAndLogs = Object.entries(operationActions).map(([name, action]) => [
    name,
    [action, operationLogType(action)],
  ])
  expect(Object.fromEntries(numbersAndLogs)).toEqual({
    ...Object.fromEntries(inOrder.map((name, number) => [name, [number, 0]])),
    carCreate: [101, 8],
    carDelete: [102, 8],
    configSet: [201, 1],
    billingRuleChange: [301, 2],
    refundRequest: [311, 2],
    refundApprove: [312, 2],
    refundReject: [313, 2],
    refundWithdraw: [314, 2],
    invoiceRequest: [321, 2],
    invoiceAnswer: [322, 2],
    invoiceDecline: [323, 2],
    invoiceRed: [324, 2],
    announcementAdd: [401, 3],
    announcementUpdate: [402, 3],
    exceptionReportIgnore: [501, 4],
    exceptionReportMarkImportant: [502, 4],
    exceptionReportCloseOrder: [503, 4],
    exceptionReportLockOrder: [504, 4],
    exceptionReportCancelOrder: [505, 4],
    exceptionCreate: [601, 5],
    exceptionResolve: [602, 5],
    exceptionUpdate: [603, 5],
    exceptionDelete: [604, 5],
    claimOpen: [611, 5],
    claimUpdate: [612, 5],
    regionDelete: [701, 6],
    sensitiveCustomerInfo: [801, 7],
    sensitiveExpressExtension: [802, 7],
  })
})

it('keeps the numbers of the notification types', () => {
  expect(customerNotificationTypes).toEqual({
    pendingPayment: 1,
    reviewFailed: 2,
    pickuped: 3,
    transporting: 4,
    warehouseSucceeded: 5,
    signed: 6,
    handedTimeout: 7,
    refunded: 8,
    orderUpdated: 9,
    claimUpdated: 10,
  })
  expect(unreadTypes).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(Object.values(siteNotificationTypes)).toEqual([101, 102, 201, 202, 203, 204, 205, 206, 207])
  expect(Object.values(courierNotificationTypes)).toEqual([301, 302, 303, 304, 305, 306, 307, 308, 309, 310])
})

it('keeps the names of statuses and trace events', () => {
  expect(orderStatuses).toEqual([
    ...['created', 'reviewing', 'review_pass', 'review_failed', 'pending_pickup', 'in_transit'],
    ...['pending_storage', 'delivered', 'completed', 'refunding', 'refund_completed', 'pending_payment'],
    ...['payment_failed', 'pending_surcharge', 'arrived', 'handed', 'cancelled'],
  ])
  expect(traceTypes).toEqual([
    ...['created', 'reviewing', 'review_failed', 'review_passed', 'courier_arrived_at_pickup_site'],
    ...['updated', 'courier_reported', 'picked_up', 'transportation', 'courier_arrived_at_delivery_site'],
    ...['warehoused', 'delivered', 'unknown'],
  ])
})

it('keeps the states of every lifecycle column', () => {
  const names = Object.fromEntries(
    Object.entries(LifecycleColumns.entries).map(([column, entry]) => [
      column,
      'wrapped' in entry ? entry.wrapped.options : entry.options,
    ]),
  )
  expect(names).toEqual({
    review: ['none', 'waitConfirm', 'pass', 'fail'],
    payment: ['unpaid', 'paid', 'failed', 'refunding', 'supplementary', 'refunded'],
    assignment: ['none', 'waitDecision', 'accepted'],
    transfer: ['none', 'waitDecision'],
    pickup: ['none', 'waitPickup', 'pickuped'],
    transport: ['none', 'inProgress', 'completed'],
    warehouse: ['none', 'waitConfirm', 'completed', 'handed'],
    exception: ['none', 'reported'],
    lock: ['unlocked', 'locked'],
    closing: ['open', 'cancelled', 'closed'],
    return: ['none', 'wait', 'inProgress', 'completed'],
  })
})

it('has every error code of the specification, with a sentence in both languages', () => {
  const range = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const catalogue = [
    0,
    ...range(1000, 1015),
    ...range(2000, 2011),
    ...range(3001, 3003),
    // Not in the specification: a site that takes no new orders, 5009 (locked order), 5010 (order that can't be
    // changed) and 8005 (disputed count).
    3004,
    ...range(4001, 4002),
    ...range(5000, 5010),
    ...range(6000, 6001),
    ...range(7001, 7006),
    ...range(8000, 8005),
    9001,
    10001,
  ]
  expect(Object.values(errorCodes).toSorted((a, b) => a - b)).toEqual(catalogue)
  const texts = (messages: Record<string, string>) =>
    catalogue.slice(1).map((code) => messages[`error.${code}`] ?? `${code} has no words`)
  expect(texts(en).filter((text) => !/^[A-Z].{7,}/.test(text))).toEqual([])
  expect(texts(zh).filter((text) => !/^\p{Script=Han}.{3,}/u.test(text))).toEqual([])
  expect([en['error.unknown'], zh['error.unknown']]).toEqual([
    'That didn’t work (error {code}). Nothing was lost. Try again in a moment.',
    '操作失败（错误 {code}），内容没有丢失，请稍后重试。',
  ])
  // The specification's sentences only say what happened.
  const given = ['error.2002', 'error.2004', 'error.network']
  const isHelp: [Record<string, string>, RegExp][] = [
    [en, /\. [A-Z][^.]+\.$/],
    [zh, /[请可]|联系|以订单显示/],
  ]
  const helpless = isHelp.flatMap(([messages, help]) =>
    Object.entries(messages)
      .filter(([key, text]) => key.startsWith('error.') && !given.includes(key) && !help.test(text))
      .map(([key, text]) => `${key}: ${text}`),
  )
  expect(helpless).toEqual([])
})
