import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { OrderChanges } from './change-state.ts'
import { ClaimStage } from './claim-stage.ts'
import {
  Amount,
  Currency,
  Cursor,
  DialCode,
  FileUrl,
  Id,
  Latitude,
  Locale,
  Location,
  Longitude,
  Money,
  PhoneNumber,
  requiredText,
  siteClock,
  Timestamp,
  text,
} from './common.ts'
import {
  namesOf,
  paymentPurposes,
  paymentSources,
  paymentStates,
  pickupStates,
  returnStates,
  reviewStates,
  transportStates,
  warehouseStates,
} from './enumerations.ts'
import { changeableFieldNames, fieldSchemas, orderFieldNames, shownFieldNames } from './order-fields.ts'
import { PaymentMethod } from './payment-method.ts'
import { QuestionKind, QuestionState } from './question.ts'
import { CustomerView, customerViews } from './views.ts'

/** Order statuses shown to users (spec section 4). */
export const orderStatuses = [
  'created',
  'reviewing',
  'review_pass',
  'review_failed',
  'pending_pickup',
  'in_transit',
  'pending_storage',
  'delivered',
  'completed',
  'refunding',
  'refund_completed',
  'pending_payment',
  'payment_failed',
  'pending_surcharge',
  'arrived',
  'handed',
  'cancelled',
] as const
export const OrderStatus = v.picklist(orderStatuses)
export type OrderStatus = v.InferOutput<typeof OrderStatus>

/** Kinds of trace event (spec section 3). */
export const traceTypes = [
  'created',
  'reviewing',
  'review_failed',
  'review_passed',
  'courier_arrived_at_pickup_site',
  'updated',
  'courier_reported',
  'picked_up',
  'transportation',
  'courier_arrived_at_delivery_site',
  'warehoused',
  'delivered',
  'unknown',
] as const
export type TraceType = (typeof traceTypes)[number]

export const ReturnState = v.picklist(namesOf(returnStates))
export type ReturnState = v.InferOutput<typeof ReturnState>

/** The lifecycle's columns that decide an order's status and view (names and numbers: `enumerations.ts`). */
export const ViewColumns = v.object({
  review: v.picklist(namesOf(reviewStates)),
  payment: v.picklist(namesOf(paymentStates)),
  /** Whether a courier has the task; `waitDecision`: one was asked and has not answered. */
  assignment: v.picklist(['none', 'waitDecision', 'accepted']),
  /** Whether the courier has asked another one to take over. */
  transfer: v.picklist(['none', 'waitDecision']),
  pickup: v.picklist(namesOf(pickupStates)),
  transport: v.picklist(namesOf(transportStates)),
  warehouse: v.picklist(namesOf(warehouseStates)),
  /** Whether something was reported that an operator has to settle. */
  exception: v.picklist(['none', 'reported']),
  closing: v.picklist(['open', 'cancelled', 'closed']),
})
export type ViewColumns = v.InferOutput<typeof ViewColumns>

/** All columns of an order's lifecycle, each a state of `lifecycleMachine`. Older servers leave out the newer ones. */
export const LifecycleColumns = v.object({
  ...ViewColumns.entries,
  /** Whether an operator has locked it while a report is looked into. */
  lock: v.optional(v.picklist(['unlocked', 'locked']), 'unlocked'),
  /** Bags that nobody took. */
  return: v.optional(ReturnState, 'none'),
})
export type LifecycleColumns = v.InferOutput<typeof LifecycleColumns>

export const Receiver = v.strictObject({
  name: requiredText(60),
  dialCode: DialCode,
  phoneNumber: PhoneNumber,
  /** The language of text messages to somebody else who collects; the traveller’s without it. */
  locale: v.optional(Locale),
})
export type Receiver = v.InferOutput<typeof Receiver>

/** Parts of a draft that a traveller may save for the next one. */
export const rememberedParts = ['receiver', 'address'] as const
export type RememberedPart = (typeof rememberedParts)[number]

/**
 * Where the bags go: a site, or any address in a region that the pickup site serves. Coordinates are optional: with
 * them the address is within the area's bound, without them the review checks the address.
 */
export const DeliveryTarget = v.variant('kind', [
  v.strictObject({ kind: v.literal('site'), siteId: Id }),
  v.strictObject({
    kind: v.literal('custom'),
    regionId: Id,
    address: requiredText(200),
    detail: text(100),
    coordinates: v.optional(v.strictObject({ latitude: Latitude, longitude: Longitude })),
  }),
])
export type DeliveryTarget = v.InferOutput<typeof DeliveryTarget>

export const Pieces = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20))

/** Declared value of one piece, minor units of the price rule's currency. */
export const DeclaredValue = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(100_000_00))

/** Fields that every order shows; older orders, drafts and servers lack the newer ones. */
export const shownFields = v.entriesFromList(shownFieldNames, v.optional(v.string(), ''))

/** A complete draft. */
export const OrderDraft = v.strictObject({
  qrId: Id,
  roomNumber: text(20),
  delivery: DeliveryTarget,
  pickupTime: Timestamp,
  deliveryTime: Timestamp,
  pieces: Pieces,
  declaredValue: DeclaredValue,
  photos: v.pipe(v.array(FileUrl), v.minLength(1), v.maxLength(9)),
  receiver: Receiver,
  ...fieldSchemas(orderFieldNames),
})
export type OrderDraft = v.InferOutput<typeof OrderDraft>

/** What a price depends on of a destination. */
export const PricedDelivery = v.variant('kind', [
  v.strictObject({ kind: v.literal('site'), siteId: Id }),
  v.strictObject({ kind: v.literal('custom'), regionId: Id }),
])

export type PricedDelivery = v.InferOutput<typeof PricedDelivery>

/** Facts of a draft that its price depends on. */
export const PricedFacts = v.strictObject({
  qrId: Id,
  delivery: PricedDelivery,
  pieces: Pieces,
  declaredValue: DeclaredValue,
  /** Where storage is priced by time; without both it counts no wait. */
  pickupTime: v.optional(Timestamp),
  deliveryTime: v.optional(Timestamp),
})
export type PricedFacts = v.InferOutput<typeof PricedFacts>

export const priceLineKinds = [
  'pieces',
  'freePieces',
  'nthPieceDiscount',
  'sponsored',
  'distance',
  'storage',
  'packagePrice',
  'storageTime',
  'insurance',
  'surcharge',
  'return',
] as const

/** One line of a price. `amount` is what it adds to the total, negative for a discount. */
export const PriceLine = v.object({
  kind: v.picklist(priceLineKinds),
  pieces: v.number(),
  /** Price of one piece on this line, minor units; on insurance lines the premium of one piece. */
  unit: Amount,
  amount: Amount,
  /** On insurance lines: the cover of one piece, never more than a declared value. On discount lines: null. */
  cover: v.nullable(Amount),
  /** On the Nth-piece line: which piece, and how much off. On a line of storage by time: the begun days. */
  nth: v.nullable(v.number()),
  percentOff: v.nullable(v.number()),
})
export type PriceLine = v.InferOutput<typeof PriceLine>

export const Quote = v.object({
  quoteId: Id,
  lines: v.array(PriceLine),
  total: Money,
  validUntil: Timestamp,
})
export type Quote = v.InferOutput<typeof Quote>

/** A place on an order, in the request's language. */
export const OrderPlace = v.object({
  /** Null for an address of the traveller's own: its coordinates are unknown and 0, maps search for the address. */
  siteId: v.nullable(Id),
  name: v.string(),
  /** Its city, which an address of the traveller's own may omit. */
  cityName: v.string(),
  location: Location,
  roomNumber: v.string(),
  phone: v.string(),
})
export type OrderPlace = v.InferOutput<typeof OrderPlace>

export const Courier = v.object({ name: v.string(), phone: v.string(), plate: v.string() })
export type Courier = v.InferOutput<typeof Courier>

/** One bag, as the courier tagged it. */
export const Bag = v.object({
  tagCode: v.string(),
  sealNumber: v.string(),
  /** The traveller's photo and the courier's photos at pick-up. */
  photos: v.array(v.object({ url: v.string(), takenBy: v.picklist(['traveller', 'courier']) })),
})
export type Bag = v.InferOutput<typeof Bag>

/** The order's promises as instants (spec section 9); computed by one policy. */
export const Promises = v.object({
  freeCancellationUntil: Timestamp,
  /** By when a refused or cancelled order is refunded; null before, and when nothing was paid. */
  refundBy: v.nullable(Timestamp),
  /** From when bags that are not picked up count as missed: the order can be cancelled for everything back. */
  pickupMissedFrom: v.optional(Timestamp),
  /** By when the bags are promised at the destination; later than that gives money back, by `late`. */
  deliverBy: v.optional(Timestamp),
  /** Percent of what was paid that come back when the bags are later than so many minutes, the least first. */
  late: v.optional(v.array(v.object({ minutes: v.number(), percent: v.number() }))),
  /** What lateness has given back; null before. */
  lateRefund: v.optional(v.nullable(Money)),
  freeWaitMinutes: v.number(),
})

/** A payment that was taken for the order. */
export const OrderPayment = v.object({
  paymentId: Id,
  source: v.picklist(namesOf(paymentSources)),
  purpose: v.optional(v.picklist(paymentPurposes)),
  amount: Money,
  paidTime: Timestamp,
  /** How it was paid; null where the provider has not said it. A server of before leaves it out. */
  method: v.optional(v.nullable(PaymentMethod)),
})
export type OrderPayment = v.InferOutput<typeof OrderPayment>

/** A refund that is under way or done. */
export const OrderRefund = v.object({
  refundId: Id,
  amount: Money,
  startTime: Timestamp,
  /** By when we promise it (spec section 9). */
  refundBy: Timestamp,
  doneTime: v.nullable(Timestamp),
})
export type OrderRefund = v.InferOutput<typeof OrderRefund>

/** Why an employee asks where bags go. */
export const AskedReturnReason = v.picklist(['refused', 'notCollected'])
export type AskedReturnReason = v.InferOutput<typeof AskedReturnReason>

/** Why bags do not stay at their destination; `cancelled`: an operator cancelled the order on a report. */
export const ReturnReason = v.picklist([...AskedReturnReason.options, 'cancelled'])
export type ReturnReason = v.InferOutput<typeof ReturnReason>

/** Where they go: back to where they came from, on to another address, or they stay in storage for a while. */
export const ReturnChoice = v.variant('kind', [
  v.strictObject({ kind: v.literal('back') }),
  v.strictObject({ kind: v.literal('keep') }),
  v.strictObject({ kind: v.literal('address'), delivery: DeliveryTarget }),
])
export type ReturnChoice = v.InferOutput<typeof ReturnChoice>

/** A return that is asked for, under way or done. */
export const OrderReturn = v.object({
  state: ReturnState,
  reason: ReturnReason,
  choice: v.nullable(v.picklist(['back', 'keep', 'address'])),
  /** Where the bags go; null without a choice, and while they stay. */
  place: v.nullable(OrderPlace),
  /** Whether they are in storage, where they may stay. */
  canKeep: v.boolean(),
  /** When it moved last: asked, chosen, on the way, there. A server of before leaves it out. */
  time: v.optional(v.nullable(Timestamp)),
  /** Where they stay in storage: until when, and then the traveller is asked again. */
  keptUntil: v.optional(v.nullable(Timestamp)),
  /** What going back or on costs. A server of before leaves it out. */
  fee: v.optional(Money),
  /** The bill of the fee, which is paid before a courier sets out; null while nothing is due. A server of before leaves it out. */
  paymentId: v.optional(v.nullable(Id)),
})
export type OrderReturn = v.InferOutput<typeof OrderReturn>

/** Why a return cannot move now, beside 5003. Of a locked order the code is 5009. */
export const returnRefusals = ['notThere', 'notAsked', 'asked', 'onTheWay', 'there', 'over'] as const
export type ReturnRefusal = (typeof returnRefusals)[number]

/** Actions that the caller may take now. */
export const OrderAction = v.picklist(['order.pay', 'order.cancel'])

export const Order = v.object({
  orderId: Id,
  orderNumber: v.string(),
  /** Shown at collection; null until the order is paid. */
  claimCode: v.nullable(v.string()),
  status: OrderStatus,
  view: CustomerView,
  lifecycle: LifecycleColumns,
  createTime: Timestamp,
  completedTime: v.nullable(Timestamp),
  /** Also of an open order whose bags are out after a cancellation on a report. */
  cancelTime: v.nullable(Timestamp),
  updateTime: Timestamp,
  pickup: OrderPlace,
  /** How the courier gets to the bags at the pickup place, as its QR code says. */
  access: v.picklist(['frontDesk', 'roomPassword']),
  delivery: OrderPlace,
  /** Where the bags were scanned last; before the pickup the pickup place. */
  currentAddress: v.string(),
  /** When that was; null before the pickup. */
  scannedTime: v.optional(v.nullable(Timestamp)),
  pickupTime: Timestamp,
  deliveryTime: Timestamp,
  /** The window in which the bags are expected: it narrows with each report of the courier. */
  arrivalFrom: v.optional(Timestamp),
  estimatedDelivery: Timestamp,
  /** When the courier was at the pickup place; null before. A server of before leaves it out. */
  courierArrivedTime: v.optional(v.nullable(Timestamp)),
  /** When the bags were picked up, moved and handed over. */
  pickedUpTime: v.nullable(Timestamp),
  /** When the courier was at the destination with the bags. */
  arrivedTime: v.optional(v.nullable(Timestamp)),
  ...siteClock,
  cityName: v.string(),
  pieces: v.number(),
  photos: v.array(v.string()),
  bags: v.array(Bag),
  receiver: v.object({
    name: v.string(),
    dialCode: v.string(),
    phoneNumber: v.string(),
    locale: v.optional(v.nullable(Locale)),
  }),
  ...shownFields,
  declaredValue: Amount,
  currency: Currency,
  lines: v.array(PriceLine),
  total: Money,
  amountPaid: Money,
  surcharge: Money,
  /** Pieces that are paid for: fewer than `pieces` while a surcharge is due, else the same. */
  agreedPieces: v.number(),
  /** Payments and refunds, oldest first; `amountPaid` is what counts for the order's price. */
  payments: v.array(OrderPayment),
  refunds: v.array(OrderRefund),
  /** What the traveller is asked about the bags and has not answered. A server of before leaves it out. */
  openQuestions: v.optional(v.array(QuestionKind), []),
  /** Consent to the last count; null where the courier counted what was ordered. */
  countConsent: v.optional(v.nullable(QuestionState), null),
  courier: v.nullable(Courier),
  reviewFailure: v.nullable(v.string()),
  /** Null while nothing goes back. */
  returning: v.optional(v.nullable(OrderReturn)),
  promises: Promises,
  actions: v.array(OrderAction),
  /** A server of before leaves it out. */
  changes: v.optional(OrderChanges),
  /** The payment that is open, or the last one; null on an order that costs nothing. */
  paymentId: v.nullable(Id),
  /** Since when the provider works on a card for what is due; `order.pay` is no action meanwhile. Else null. */
  checkingSince: v.nullable(Timestamp),
})
export type Order = v.InferOutput<typeof Order>

/** What an order was before its traveller changed it, as far as it changed; an empty name or number was none. */
export const FormerFacts = v.object({
  place: v.optional(v.string()),
  pickupTime: v.optional(Timestamp),
  deliveryTime: v.optional(Timestamp),
  pieces: v.optional(v.number()),
  receiverName: v.optional(v.string()),
  roomNumber: v.optional(v.string()),
  ...v.entriesFromList(changeableFieldNames, v.optional(v.string())),
})
export type FormerFacts = v.InferOutput<typeof FormerFacts>

/** One event of an order's trace. Facts are present where they are known. */
export const TraceEvent = v.object({
  traceId: Id,
  type: v.picklist(traceTypes),
  time: Timestamp,
  facts: v.object({
    courierName: v.optional(v.string()),
    courierPhone: v.optional(v.string()),
    pieces: v.optional(v.number()),
    piecesIncreased: v.optional(v.number()),
    piecesDecreased: v.optional(v.number()),
    seals: v.optional(v.array(v.string())),
    place: v.optional(v.string()),
    reason: v.optional(v.string()),
    /** On `courier_reported`: what was noted of a bag, where it is no problem of the trip. */
    noted: v.optional(v.literal('damage')),
    /** On a change of the traveller's, and of a destination. */
    before: v.optional(FormerFacts),
    /** On a return: why it began, or how far it is. */
    returning: v.optional(v.picklist([...ReturnReason.options, 'chosen', 'started', 'completed'])),
    /** Minutes by which the bags came later than promised, and what that gives back. */
    lateMinutes: v.optional(v.number()),
    refund: v.optional(Money),
    /** On a cancellation: who did it; the system cancels orders that are unpaid at their pickup time. */
    cancelledBy: v.optional(v.picklist(['traveller', 'operator', 'system'])),
    /** On `updated`: the order was closed on a report, without a hand-over. */
    isUndelivered: v.optional(v.literal(true)),
    /** On `updated`: where a claim of the order is now. */
    claim: v.optional(ClaimStage),
    /** Whose stage that is; missing from news of earlier releases. */
    claimId: v.optional(Id),
  }),
})
export type TraceEvent = v.InferOutput<typeof TraceEvent>

/** What a cancellation would refund. */
export const CancelPreview = v.object({
  refund: Money,
  /** Hours from the cancellation within which the refund is done. */
  refundHours: v.number(),
  freeCancellationUntil: Timestamp,
})
export type CancelPreview = v.InferOutput<typeof CancelPreview>

const OrderParams = v.strictObject({ orderId: Id })

export const quoteOrder = postCall('/orders/quote', {
  summary:
    'Prices a draft. The quote holds for 15 minutes. 1008 with `{ field: "delivery", reason }` where the pickup site does not deliver: `notServed` (no such region in its service areas), `samePlace`, `tooFar`.',
  audience: 'traveller',
  body: PricedFacts,
  result: Quote,
  errors: [3002, 3004],
})

export const createOrder = postCall('/orders', {
  summary:
    'Creates the order. A draft that breaks a rule answers 1008 with `{ field }`; for `delivery` the reason is `notServed`, `samePlace` or `tooFar`, for `pickupTime` and `deliveryTime` it is `tooEarly`, `tooLate`, `closed` (the site, or the destination by its own clock) or `offSlot`. A quote that no longer holds answers 8003 with a new quote as result; 1012 (429) for too many orders: the field is `unpaidOrders` (20), `siteOrders` (10 open ones of this pickup site), `openOrders` (30) or `cancelledOrders` (10 in 24 hours).',
  audience: 'traveller',
  idempotent: true,
  body: v.strictObject({
    draft: OrderDraft,
    quoteId: Id,
    termsVersion: v.pipe(v.string(), v.maxLength(20)),
    /** What of the draft is saved for the next order; a part that the draft lacks is left out. */
    remember: v.optional(v.pipe(v.array(v.picklist(rememberedParts)), v.maxLength(2))),
  }),
  result: Order,
  errors: [3002, 3004, 8003],
})

export const listOrders = getCall('/orders/page', {
  summary: 'The caller’s orders, newest first.',
  audience: 'traveller',
  query: v.strictObject({
    status: v.optional(v.pipe(v.string(), v.toNumber(), CustomerView), String(customerViews.all)),
    cursor: v.optional(Cursor),
  }),
  result: v.object({ list: v.array(Order), nextCursor: v.nullable(v.string()) }),
})

export const countOngoingOrders = getCall('/orders/ongoing-count', {
  summary: 'How many of the caller’s orders are in progress.',
  audience: 'traveller',
  result: v.number(),
})

export const getOrder = getCall('/orders/{orderId}', {
  summary:
    'One order with its lifecycle, status, promises, what may be done now and what happened to it, oldest first.',
  audience: 'traveller',
  params: OrderParams,
  // A server that leaves the trace out has a call for it.
  result: v.object({ ...Order.entries, trace: v.optional(v.array(TraceEvent)) }),
  errors: [5004],
})

export const getOrderTrace = getCall('/orders/{orderId}/trace', {
  summary: 'What happened to the order, oldest first.',
  audience: 'traveller',
  params: OrderParams,
  result: v.array(TraceEvent),
  errors: [5004],
})

export const previewCancellation = postCall('/orders/{orderId}/cancel-preview', {
  summary: 'What comes back, how and within what time, if the order is cancelled now.',
  audience: 'traveller',
  params: OrderParams,
  result: CancelPreview,
  errors: [5004, 5006, 5009, 8001],
})

export const cancelOrder = postCall('/orders/{orderId}/cancel', {
  summary: 'Cancels the order. 5006 when it is too late, 5009 while an operator has locked it.',
  audience: 'traveller',
  idempotent: true,
  params: OrderParams,
  result: Order,
  errors: [5004, 5006, 5009, 8001],
})

export const chooseReturn = postCall('/orders/{orderId}/return', {
  summary:
    'Where bags go that were refused or not collected: back, on to another address of the service area, or they stay in storage for a while; what it costs is the order’s `returning.fee`, whose bill `returning.paymentId` is paid before a courier sets out, and it may be changed until then: a fee that was paid goes back when the bags stay or are collected after all. The same choice twice is one. 5003 with `{ reason }` when it cannot be chosen now, 5009 while an operator has locked the order, 1008 for storage where there is none and for an address that is not served.',
  audience: 'traveller',
  params: OrderParams,
  body: v.strictObject({ choice: ReturnChoice }),
  result: Order,
  errors: [3002, 5003, 5004, 5009],
})
