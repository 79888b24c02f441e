import type { AuthProblem, Profile } from '@handsfree/core/auth'
import {
  type Account,
  type BoardCourier,
  type BoardOrder,
  type CrewMember,
  type GuestOrder,
  type OperatorOrder,
  type Order,
  type Payment,
  type PreparedLink,
  type PreparedOrder,
  type QrSite,
  type QueueEntry,
  type Quote,
  type ServiceArea,
  type SessionStatus,
  shownFieldsOf,
  type UsedPasskey,
} from '@handsfree/core/contract'
import { noProof, type QueuedAct } from '@handsfree/core/crew'
import type { ApiFailure } from '@handsfree/core/lib'
import type { CustomerNotification } from '@handsfree/core/notifications'
import { initialLifecycle } from '@handsfree/core/orders'
import { orderDraft } from '../../order-draft.ts'

/** A call's failures, for outcomes of invokes. */
export const offline: ApiFailure = { kind: 'network' }
export const refused = (code: number, details: unknown = null): ApiFailure => ({
  kind: 'refused',
  code,
  message: 'refused',
  details,
})

export const usedPasskey: UsedPasskey = {
  id: 'passkey-1',
  rawId: 'passkey-1',
  type: 'public-key',
  response: { clientDataJSON: 'data', authenticatorData: 'data', signature: 'signature' },
}

/** The failure that maps to this problem of sign-in or profile. */
export function authFailure(problem: AuthProblem): ApiFailure {
  switch (problem.code) {
    case 'network':
      return offline
    case 'tooSoon':
      return refused(2004, { retryAfter: problem.retryAfter })
    case 'tooManyFromHere':
      return refused(2004, { reason: 'network' })
    case 'wrongCode':
      return refused(2002, { triesLeft: problem.triesLeft })
    case 'burntCode':
      return refused(2002, { triesLeft: 0 })
    case 'expiredCode':
      return refused(2003)
    case 'invalidEmail':
      return refused(1008, { field: 'email' })
    case 'invalidPhone':
      return refused(1008)
    default:
      throw new Error(`no call fails with ${problem.code}`)
  }
}

export const account: Account = { token: 'token-1', uin: 'uin-1' }

export const profile: Profile = {
  id: 'user-1',
  uin: 'uin-1',
  dialCode: '86',
  phone: '13800138000',
  name: 'Lin',
  email: '',
  updateTime: new Date('2026-11-20T08:00:00Z'),
  createTime: new Date('2026-11-20T08:00:00Z'),
}

/** A region with three hours of travel and no surcharge. */
export const serviceArea = (changed: Partial<ServiceArea> = {}): ServiceArea => ({
  regionId: 'shanghai',
  name: 'Shanghai',
  timeZone: 'Asia/Shanghai',
  travelMinutes: 180,
  surchargePerPiece: 0,
  addressKm: 50,
  ...changed,
})

const tier = (cover: number, premium: number) => ({
  coverPerPiece: { amount: cover, currency: 'CNY' as const },
  premiumPerPiece: { amount: premium, currency: 'CNY' as const },
})
/** A hotel desk in Shanghai: 98 a piece, insurance up to 1,000 free, up to 5,000 for 10. */
export const qrSite: QrSite = {
  qrId: 'desk-1',
  site: {
    siteId: 'site-1',
    name: 'Lotus Court Hotel',
    regionId: 'shanghai',
    regionName: 'Shanghai',
    location: { type: 0, latitude: 31.23, longitude: 121.47, address: '1 Lotus Road', detail: 'Lobby' },
    phone: '+862100000000',
    timeZone: 'Asia/Shanghai',
    hours: null,
    photos: [],
    storage: true,
  },
  location: { type: 0, latitude: 31.23, longitude: 121.47, address: '1 Lotus Road', detail: 'Front desk' },
  roomNumber: null,
  access: 'frontDesk',
  priceRule: {
    currency: 'CNY',
    pricePerPiece: 98_00,
    freePieces: 0,
    nthPieceDiscount: null,
    sponsoredPieces: 0,
  },
  region: { regionId: 'shanghai', name: 'Shanghai' },
  serviceAreas: [serviceArea()],
  insurancePlan: {
    planId: 'plan-1',
    name: 'Basic',
    tiers: [tier(1_000_00, 0), tier(5_000_00, 10_00)],
  },
}

/** 98 for one piece, valid for 15 minutes since 1970. */
export const quote = (changed: Partial<Quote> = {}): Quote => ({
  quoteId: 'quote-1',
  lines: [
    { kind: 'pieces', pieces: 1, unit: 98_00, amount: 98_00, cover: null, nth: null, percentOff: null },
  ],
  total: { amount: 98_00, currency: 'CNY' },
  validUntil: '2026-11-23T02:15:00Z',
  ...changed,
})

/** The fields that an order copies from its draft. */
const { qrId: _, roomNumber: __, roomPassword: ___, delivery: ____, ...written } = orderDraft

/** An unpaid order, one day before its pickup. */
export const order = (changed: Partial<Order> = {}): Order => ({
  ...written,
  orderId: 'order-1',
  orderNumber: 'HF-1001',
  claimCode: null,
  status: 'pending_payment',
  view: 201,
  lifecycle: initialLifecycle,
  openQuestions: [],
  countConsent: null,
  createTime: '2026-11-23T10:00:00+08:00',
  completedTime: null,
  cancelTime: null,
  updateTime: '2026-11-23T10:00:00+08:00',
  pickup: {
    siteId: 'site-1',
    name: 'Lotus Court Hotel',
    cityName: 'Shanghai',
    location: qrSite.location,
    roomNumber: '',
    phone: '+862100000000',
  },
  access: 'frontDesk',
  delivery: {
    siteId: 'site-2',
    name: 'Pudong Airport T2',
    cityName: 'Shanghai',
    location: { type: 2, latitude: 31.15, longitude: 121.8, address: 'Terminal 2', detail: '' },
    roomNumber: '',
    phone: '+862100000001',
  },
  currentAddress: '1 Lotus Road',
  pickupTime: '2026-11-24T10:00:00+08:00',
  deliveryTime: '2026-11-24T15:00:00+08:00',
  estimatedDelivery: '2026-11-24T15:00:00+08:00',
  pickedUpTime: null,
  timeZone: 'Asia/Shanghai',
  cityName: 'Shanghai',
  pieces: 1,
  photos: ['/files/1'],
  bags: [],
  receiver: { name: 'Lin', dialCode: '86', phoneNumber: '13800138000' },
  currency: 'CNY',
  lines: quote().lines,
  total: { amount: 98_00, currency: 'CNY' },
  amountPaid: { amount: 0, currency: 'CNY' },
  surcharge: { amount: 0, currency: 'CNY' },
  agreedPieces: 1,
  payments: [],
  refunds: [],
  courier: null,
  reviewFailure: null,
  promises: { freeCancellationUntil: '2026-11-24T06:00:00+08:00', refundBy: null, freeWaitMinutes: 30 },
  actions: ['order.pay', 'order.cancel'],
  paymentId: 'payment-1',
  checkingSince: null,
  ...changed,
})

export const payment = (changed: Partial<Payment> = {}): Payment => ({
  paymentId: 'payment-1',
  orderId: 'order-1',
  orderNumber: 'HF-1001',
  source: 'normal',
  amount: { amount: 98_00, currency: 'CNY' },
  state: 'unpaid',
  failure: null,
  pieces: null,
  withdrawn: false,
  checking: null,
  updateTime: '2026-11-23T10:00:00+08:00',
  ...changed,
})

export const sessionStatus = (
  session: SessionStatus['session'],
  changed: Partial<Payment> = {},
): SessionStatus => ({ sessionId: 'session-1', session, payment: payment(changed) })

export const notification = (changed: Partial<CustomerNotification> = {}): CustomerNotification => ({
  id: 'notification-1',
  indexId: 1,
  type: 3,
  content: { orderId: 'order-1', orderNumber: 'HF-1001', pieces: 2 },
  isPopup: false,
  isRead: false,
  createTime: '2026-11-23T02:00:00Z',
  zone: null,
  ...changed,
})

/** A courier of Shanghai with a password and a car. */
export const crewMember = (changed: Partial<CrewMember> = {}): CrewMember => ({
  employeeId: 'courier-1',
  role: 'courier',
  name: 'Chen',
  plate: '沪A·0731',
  site: null,
  region: { regionId: 'shanghai', name: 'Shanghai' },
  hasPassword: true,
  ...changed,
})

/** The unpaid order as its courier reads it, without a legal event. */
export const operatorOrder = (changed: Partial<OperatorOrder> = {}): OperatorOrder => ({
  ...order(),
  bags: order().bags.map((bag) => ({ ...bag, shelf: null })),
  claimCode: null,
  source: 'selfService',
  creationType: 'createByCustomer',
  orderReview: null,
  refunds: [],
  refundRequests: [],
  disputes: [],
  traveller: { name: 'Lin', dialCode: '86', phoneNumber: '13800138000' },
  openingHours: { pickup: null, delivery: null },
  roomPassword: '2468',
  courierId: 'courier-1',
  askEndTime: null,
  courierArrivedTime: null,
  transferTo: null,
  transferToId: null,
  exception: null,
  isPickupConfirmed: false,
  unconfirmedTags: [],
  events: [],
  lastEvent: null,
  ...changed,
})

/** An order that waits for its guest at the hotel desk. */
export const preparedOrder = (changed: Partial<PreparedOrder> = {}): PreparedOrder => {
  const { pickup, delivery, pickupTime, deliveryTime, timeZone, pieces } = order()
  return {
    preparedId: 'prepared-1',
    source: 'hotel',
    creationType: 'createTemporaryByOperator',
    madeBy: 'site-1',
    pickup: { ...pickup, roomNumber: '1208' },
    delivery,
    pickupTime,
    deliveryTime,
    timeZone,
    pieces,
    receiverName: 'Lin',
    needsPhotos: true,
    textState: null,
    createTime: '2026-11-23T10:00:00+08:00',
    endTime: '2026-11-23T12:00:00+08:00',
    ...changed,
  }
}

export const preparedLink = (changed: Partial<PreparedLink> = {}): PreparedLink => ({
  order: preparedOrder(),
  url: 'https://handsfree.test/handover/abcdefghijklmnopqrstuv',
  guest: { dialCode: '86', phoneNumber: '138******00' },
  textsLeft: 3,
  ...changed,
})

/** An order that a desk filled in. */
export const guestOrder = (changed: Partial<GuestOrder> = {}): GuestOrder => {
  const { pickup, delivery, pickupTime, deliveryTime, timeZone, cityName, pieces, receiver } = order()
  return {
    preparedId: 'prepared-1',
    pickup,
    delivery,
    pickupTime,
    deliveryTime,
    timeZone,
    cityName,
    pieces,
    receiver,
    ...shownFieldsOf({}),
    photoCount: 2,
    quote: quote(),
    endTime: pickupTime,
    ...changed,
  }
}

export const queuedAct = (changed: Partial<QueuedAct> = {}): QueuedAct => ({
  key: 'key-1',
  employeeId: 'courier-1',
  employeeName: 'Chen Wei',
  orderId: 'order-1',
  orderNumber: 'HF-0001',
  act: 'courier.arriveAtPickup',
  proof: noProof,
  photos: [],
  happenedAt: '2026-09-01T10:00:00.000Z',
  isTimeSent: true,
  leaveAt: 0,
  isAttempted: false,
  refusal: null,
  ...changed,
})

export const queueEntry = (changed: Partial<QueueEntry> = {}): QueueEntry => ({
  kind: 'review',
  subjectId: 'order-1',
  orderId: 'order-1',
  orderNumber: 'HF 2611 0482',
  from: 'Lakeside Garden Hotel',
  to: 'Hongqiao Railway Station',
  timeZone: 'Asia/Shanghai',
  cityName: 'Hangzhou',
  pieces: 2,
  dueTime: orderDraft.pickupTime,
  since: '2026-11-21T02:00:00.000Z',
  owner: null,
  words: '',
  report: null,
  claimKind: null,
  amount: null,
  ...changed,
})

export const boardOrder = (changed: Partial<BoardOrder> = {}): BoardOrder => ({
  orderId: 'order-1',
  orderNumber: 'HF 2611 0482',
  pieces: 2,
  timeZone: 'Asia/Shanghai',
  pickup: {
    siteId: 'lakeside-garden-hotel',
    name: 'Lakeside Garden Hotel',
    time: orderDraft.pickupTime,
    dueTime: orderDraft.pickupTime,
    isDone: false,
  },
  delivery: {
    siteId: 'hongqiao-railway-station',
    name: 'Hongqiao Railway Station',
    time: orderDraft.deliveryTime,
    dueTime: orderDraft.deliveryTime,
    isDone: false,
  },
  regionIds: ['hangzhou', 'shanghai'],
  courierId: null,
  isAsked: false,
  act: 'courier.assign',
  ...changed,
})

export const boardCourier = (changed: Partial<BoardCourier> = {}): BoardCourier => ({
  employeeId: 'courier-1',
  name: 'Chen',
  plate: '浙A·6K27Q',
  regionId: 'hangzhou',
  isDisabled: false,
  isOnShift: true,
  isOnBreak: false,
  inHand: { orders: 0, pieces: 0 },
  ...changed,
})
