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
  GivenConsent,
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

/** Trace event types (spec section 3). */
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

/** Lifecycle columns that determine status and view (names and numbers: `enumerations.ts`). */
export const ViewColumns = v.object({
  review: v.picklist(namesOf(reviewStates)),
  payment: v.picklist(namesOf(paymentStates)),
  /** Courier assignment. `waitDecision`: a courier was asked and hasn't answered. */
  assignment: v.picklist(['none', 'waitDecision', 'accepted']),
  /** Whether the courier has asked another one to take over. */
  transfer: v.picklist(['none', 'waitDecision']),
  pickup: v.picklist(namesOf(pickupStates)),
  transport: v.picklist(namesOf(transportStates)),
  warehouse: v.picklist(namesOf(warehouseStates)),
  /** Whether an open report needs an operator. */
  exception: v.picklist(['none', 'reported']),
  closing: v.picklist(['open', 'cancelled', 'closed']),
})
export type ViewColumns = v.InferOutput<typeof ViewColumns>

/** All columns of an order's lifecycle, each a state of `lifecycleMachine`. Older servers omit newer ones. */
export const LifecycleColumns = v.object({
  ...ViewColumns.entries,
  /** Whether an operator has locked it because of a report. */
  lock: v.optional(v.picklist(['unlocked', 'locked']), 'unlocked'),
  return: v.optional(ReturnState, 'none'),
})
export type LifecycleColumns = v.InferOutput<typeof LifecycleColumns>

export const Receiver = v.strictObject({
  name: requiredText(60),
  dialCode: DialCode,
  phoneNumber: PhoneNumber,
  /** Language of text messages to another receiver; defaults to the traveller's. */
  locale: v.optional(Locale),
})
export type Receiver = v.InferOutput<typeof Receiver>

/** Parts of a draft that a traveller may save for the next one. */
export const rememberedParts = ['receiver', 'address'] as const
export type RememberedPart = (typeof rememberedParts)[number]

/**
 * A site, or an address in a region that the pickup site serves. With coordinates, the distance limit is checked;
 * without, the review checks the address.
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

/** Declared value per piece, in minor units of the price rule's currency. */
export const DeclaredValue = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(100_000_00))

/** Fields that every order shows; older orders, drafts and servers lack newer ones. */
export const shownFields = v.entriesFromList(shownFieldNames, v.optional(v.string(), ''))

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

/** The part of a destination that affects the price. */
export const PricedDelivery = v.variant('kind', [
  v.strictObject({ kind: v.literal('site'), siteId: Id }),
  v.strictObject({ kind: v.literal('custom'), regionId: Id }),
])

export type PricedDelivery = v.InferOutput<typeof PricedDelivery>

/** The part of a draft that affects the price. */
export const PricedFacts = v.strictObject({
  qrId: Id,
  delivery: PricedDelivery,
  pieces: Pieces,
  declaredValue: DeclaredValue,
  /** For storage priced by time. Without both, no storage is charged. */
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

/** `amount` is added to the total; negative for a discount. */
export const PriceLine = v.object({
  kind: v.picklist(priceLineKinds),
  pieces: v.number(),
  /** Price per piece on this line, in minor units; on insurance lines the premium per piece. */
  unit: Amount,
  amount: Amount,
  /** Cover per piece on insurance lines, at most the declared value; else null. */
  cover: v.nullable(Amount),
  /**
   * On the Nth-piece line: which piece and its discount. On storage-time lines, `nth` is the number of started days.
   */
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

/** A place of an order, in the request's language. */
export const OrderPlace = v.object({
  /** Null for an own address. Its coordinates are unknown and 0, so maps search for the address. */
  siteId: v.nullable(Id),
  name: v.string(),
  /** City, which an own address may omit. */
  cityName: v.string(),
  location: Location,
  roomNumber: v.string(),
  phone: v.string(),
})
export type OrderPlace = v.InferOutput<typeof OrderPlace>

export const Courier = v.object({ name: v.string(), phone: v.string(), plate: v.string() })
export type Courier = v.InferOutput<typeof Courier>

export const Bag = v.object({
  tagCode: v.string(),
  sealNumber: v.string(),
  /** The traveller's photo and the courier's photos at pickup. */
  photos: v.array(v.object({ url: v.string(), takenBy: v.picklist(['traveller', 'courier']) })),
  /** Whether the recipient has it, also while other bags of the order are still out. Older servers omit it. */
  isHanded: v.optional(v.boolean(), false),
})
export type Bag = v.InferOutput<typeof Bag>

/** The order's promises as instants (spec section 9), computed by one policy. */
export const Promises = v.object({
  freeCancellationUntil: Timestamp,
  /** Refund deadline of a rejected or cancelled order; null before, and if nothing was paid. */
  refundBy: v.nullable(Timestamp),
  /** When the pickup counts as missed; from then on, cancelling refunds everything. */
  pickupMissedFrom: v.optional(Timestamp),
  /** Promised delivery time. Later deliveries get a partial refund by `late`. */
  deliverBy: v.optional(Timestamp),
  /** Refund percentages for deliveries later than so many minutes, ascending. */
  late: v.optional(v.array(v.object({ minutes: v.number(), percent: v.number() }))),
  /** Refund given for lateness; null before. */
  lateRefund: v.optional(v.nullable(Money)),
  freeWaitMinutes: v.number(),
})

export const OrderPayment = v.object({
  paymentId: Id,
  source: v.picklist(namesOf(paymentSources)),
  purpose: v.optional(v.picklist(paymentPurposes)),
  amount: Money,
  paidTime: Timestamp,
  /** Null if the provider hasn't reported it. Older servers omit it. */
  method: v.optional(v.nullable(PaymentMethod)),
  /** Such as `R-2026-000123`. Older servers omit it. */
  receiptNumber: v.optional(v.nullable(v.string())),
})
export type OrderPayment = v.InferOutput<typeof OrderPayment>

/**
 * `cancelled`, `rejected`: the order. `changed`: by the traveller. `counted`: fewer bags at pickup. `late`: the delivery.
 * `return`: an unused return fee. `unneeded`: a payment that the order couldn't use.
 */
export const RefundReason = v.picklist([
  'cancelled',
  'rejected',
  'changed',
  'counted',
  'late',
  'return',
  'claim',
  'unneeded',
])
export type RefundReason = v.InferOutput<typeof RefundReason>

export const OrderRefund = v.object({
  refundId: Id,
  amount: Money,
  startTime: Timestamp,
  /** Promised refund deadline (spec section 9). */
  refundBy: Timestamp,
  doneTime: v.nullable(Timestamp),
  /** Null for refunds of older releases. Older servers omit it. */
  reason: v.optional(v.nullable(RefundReason)),
  /** Such as `C-2026-000045`; null until the refund is done. Older servers omit it. */
  creditNoteNumber: v.optional(v.nullable(v.string())),
  /** Number of the receipt that it credits. Older servers omit it. */
  receiptNumber: v.optional(v.nullable(v.string())),
})
export type OrderRefund = v.InferOutput<typeof OrderRefund>

/** Why an employee asks where bags go. */
export const AskedReturnReason = v.picklist(['refused', 'notCollected'])
export type AskedReturnReason = v.InferOutput<typeof AskedReturnReason>

/** Why bags don't stay at their destination. `cancelled`: an operator cancelled the order on a report. */
export const ReturnReason = v.picklist([...AskedReturnReason.options, 'cancelled'])
export type ReturnReason = v.InferOutput<typeof ReturnReason>

/** Back to the pickup place, to another address, or kept in storage. */
export const ReturnChoice = v.variant('kind', [
  v.strictObject({ kind: v.literal('back') }),
  v.strictObject({ kind: v.literal('keep') }),
  v.strictObject({ kind: v.literal('address'), delivery: DeliveryTarget }),
])
export type ReturnChoice = v.InferOutput<typeof ReturnChoice>

export const OrderReturn = v.object({
  state: ReturnState,
  reason: ReturnReason,
  choice: v.nullable(v.picklist(['back', 'keep', 'address'])),
  /** New destination; null without a choice and while the bags stay. */
  place: v.nullable(OrderPlace),
  /** Whether the bags are in storage, where they may stay. */
  canKeep: v.boolean(),
  /** Last state change. Older servers omit it. */
  time: v.optional(v.nullable(Timestamp)),
  /** End of storage, after which the traveller is asked again. */
  keptUntil: v.optional(v.nullable(Timestamp)),
  /** Cost of returning or forwarding. Older servers omit it. */
  fee: v.optional(Money),
  /** Payment of the fee, due before a courier sets out; null if none is due. Older servers omit it. */
  paymentId: v.optional(v.nullable(Id)),
})
export type OrderReturn = v.InferOutput<typeof OrderReturn>

/** Reasons with code 5003. A locked order has code 5009 instead. */
export const returnRefusals = ['notThere', 'notAsked', 'asked', 'onTheWay', 'there', 'over'] as const
export type ReturnRefusal = (typeof returnRefusals)[number]

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
  /** Also set on an open order that was cancelled on a report and whose bags are out. */
  cancelTime: v.nullable(Timestamp),
  updateTime: Timestamp,
  pickup: OrderPlace,
  /** How the courier gets the bags at pickup, from the QR code. */
  access: v.picklist(['frontDesk', 'roomPassword']),
  delivery: OrderPlace,
  /** Where the bags were last scanned; the pickup place before pickup. */
  currentAddress: v.string(),
  /** Time of that scan; null before pickup. */
  scannedTime: v.optional(v.nullable(Timestamp)),
  pickupTime: Timestamp,
  deliveryTime: Timestamp,
  /** Expected arrival window, up to `estimatedDelivery`. Each courier report narrows it. */
  arrivalFrom: v.optional(Timestamp),
  estimatedDelivery: Timestamp,
  /** When the courier arrived at the pickup place; null before. Older servers omit it. */
  courierArrivedTime: v.optional(v.nullable(Timestamp)),
  pickedUpTime: v.nullable(Timestamp),
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
  /** Paid pieces: fewer than `pieces` while a surcharge is due. */
  agreedPieces: v.number(),
  /** Payments and refunds, oldest first. `amountPaid` is what counts towards the price. */
  payments: v.array(OrderPayment),
  refunds: v.array(OrderRefund),
  /** Unanswered questions about the bags. Older servers omit it. */
  openQuestions: v.optional(v.array(QuestionKind), []),
  /** Consent to the last count; null if it matched the order. */
  countConsent: v.optional(v.nullable(QuestionState), null),
  courier: v.nullable(Courier),
  reviewFailure: v.nullable(v.string()),
  /** Null without a return. */
  returning: v.optional(v.nullable(OrderReturn)),
  promises: Promises,
  actions: v.array(OrderAction),
  /** Older servers omit it. */
  changes: v.optional(OrderChanges),
  /** The open or latest payment; null for a free order. */
  paymentId: v.nullable(Id),
  /** When the provider started processing the due payment, else null. `order.pay` is unavailable until it ends. */
  checkingSince: v.nullable(Timestamp),
})
export type Order = v.InferOutput<typeof Order>

/** Values before the traveller's change, only of changed fields. An empty text stands for a missing value. */
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

/**
 * Kinds of employees' reports. `bagTooLarge`, `bagForbidden`: the courier can't take the bag. `bagRefused`: the
 * recipient didn't take it. `siteClosed`: a place of the order is closed today. `guestMissing`: the free wait at the pickup has ended without the bags.
 */
export const reportKinds = [
  'bagsMissing',
  'guestMissing',
  'bagTooLarge',
  'bagForbidden',
  'bagDamaged',
  'bagRefused',
  'siteClosed',
  'addressWrong',
  'cannotContinue',
] as const
export const ReportKind = v.picklist(reportKinds)
export type ReportKind = v.InferOutput<typeof ReportKind>

/** Why a bag stays behind while others of its order are handed over. */
export const keptBagKinds = [
  'bagsMissing',
  'bagRefused',
  'bagDamaged',
] as const satisfies readonly ReportKind[]

/** Also the server's own reports. */
export const OrderReport = v.picklist([...reportKinds, 'pickupMissed', 'deliveryLate'])
export type OrderReport = v.InferOutput<typeof OrderReport>

/** One trace event. Facts are present if known. */
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
    /** On `courier_reported`, unless it's free text only. */
    report: v.optional(ReportKind),
    reason: v.optional(v.string()),
    /** On `courier_reported`: a note about a bag that doesn't affect the trip. */
    noted: v.optional(v.literal('damage')),
    /** On changes by the traveller and of the destination. */
    before: v.optional(FormerFacts),
    /** On a return: its reason or progress. */
    returning: v.optional(v.picklist([...ReturnReason.options, 'chosen', 'started', 'completed'])),
    /** Minutes past the promised time, and the resulting refund. */
    lateMinutes: v.optional(v.number()),
    refund: v.optional(Money),
    /** `system` cancels orders that are unpaid at their pickup time. */
    cancelledBy: v.optional(v.picklist(['traveller', 'operator', 'system'])),
    /** On `updated`: `pieces` of the bags were handed over, and the others are still out. */
    isHandedInPart: v.optional(v.literal(true)),
    /** On `updated`: the order was closed on a report without a handover. */
    isUndelivered: v.optional(v.literal(true)),
    /** On `updated`: the new stage of a claim. */
    claim: v.optional(ClaimStage),
    /** The claim of that stage; missing in events of older releases. */
    claimId: v.optional(Id),
  }),
})
export type TraceEvent = v.InferOutput<typeof TraceEvent>

export const CancelPreview = v.object({
  refund: Money,
  /** Refund deadline, in hours from the cancellation. */
  refundHours: v.number(),
  freeCancellationUntil: Timestamp,
})
export type CancelPreview = v.InferOutput<typeof CancelPreview>

const OrderParams = v.strictObject({ orderId: Id })

export const quoteOrder = postCall('/orders/quote', {
  summary:
    'Prices a draft. The quote is valid for 15 minutes. Fails with 1008 and `{ field: "delivery", reason }` if the pickup site doesn’t deliver there: `notServed` (the region isn’t one of its service areas), `samePlace` or `tooFar`.',
  audience: 'traveller',
  body: PricedFacts,
  result: Quote,
  errors: [3002, 3004],
})

export const createOrder = postCall('/orders', {
  summary:
    'Creates the order. Fails with 1008 and `{ field }` for an invalid draft, and for a `consent` to another version of the privacy policy than the current one. Reasons for `delivery` are `notServed`, `samePlace` and `tooFar`; for `pickupTime` and `deliveryTime`: `tooEarly`, `tooLate`, `closed` (the site, or the destination in its own time zone) and `offSlot`. Fails with 8003 and a new quote if the quote is no longer valid. Fails with 1012 (429) for too many orders; its field is `unpaidOrders` (20), `siteOrders` (10 open ones at this pickup site), `openOrders` (30) or `cancelledOrders` (10 in 24 hours).',
  audience: 'traveller',
  idempotent: true,
  body: v.strictObject({
    draft: OrderDraft,
    quoteId: Id,
    termsVersion: v.pipe(v.string(), v.maxLength(20)),
    /** To a version of the privacy policy that the account hadn't agreed to. */
    consent: v.optional(GivenConsent),
    /** Parts of the draft to save for the next order. Parts that the draft lacks are ignored. */
    remember: v.optional(v.pipe(v.array(v.picklist(rememberedParts)), v.maxLength(2))),
  }),
  result: Order,
  errors: [3002, 3004, 8003],
})

export const listOrders = getCall('/orders/page', {
  summary: 'Returns the caller’s orders, newest first.',
  audience: 'traveller',
  query: v.strictObject({
    status: v.optional(v.pipe(v.string(), v.toNumber(), CustomerView), String(customerViews.all)),
    cursor: v.optional(Cursor),
  }),
  result: v.object({ list: v.array(Order), nextCursor: v.nullable(v.string()) }),
})

export const countOngoingOrders = getCall('/orders/ongoing-count', {
  summary: 'Returns how many of the caller’s orders are in progress.',
  audience: 'traveller',
  result: v.number(),
})

export const getOrder = getCall('/orders/{orderId}', {
  summary:
    'Returns one order with its lifecycle, status, promises, possible actions and its history, oldest first.',
  audience: 'traveller',
  params: OrderParams,
  // If a server omits the trace, clients call `getOrderTrace`.
  result: v.object({ ...Order.entries, trace: v.optional(v.array(TraceEvent)) }),
  errors: [5004],
})

export const getOrderTrace = getCall('/orders/{orderId}/trace', {
  summary: 'Returns the history of the order, oldest first.',
  audience: 'traveller',
  params: OrderParams,
  result: v.array(TraceEvent),
  errors: [5004],
})

export const previewCancellation = postCall('/orders/{orderId}/cancel-preview', {
  summary: 'Returns the refund, its method and its deadline if the order is cancelled now.',
  audience: 'traveller',
  params: OrderParams,
  result: CancelPreview,
  errors: [5004, 5006, 5009, 8001],
})

export const cancelOrder = postCall('/orders/{orderId}/cancel', {
  summary:
    'Cancels the order. Fails with 5006 if it is too late, and with 5009 while an operator has locked it.',
  audience: 'traveller',
  idempotent: true,
  params: OrderParams,
  result: Order,
  errors: [5004, 5006, 5009, 8001],
})

export const chooseReturn = postCall('/orders/{orderId}/return', {
  summary:
    'Chooses what happens to refused or uncollected bags: return, forwarding to another address in the service area, or storage for a while. The order’s `returning.fee` must be paid (bill `returning.paymentId`) before a courier leaves. Until then the choice can be changed; a paid fee is refunded if the bags stay or are collected. Repeating the choice changes nothing. Fails with 5003 and `{ reason }` if it isn’t possible now, with 5009 while the order is locked, and with 1008 for an address that isn’t served or a place without storage.',
  audience: 'traveller',
  params: OrderParams,
  body: v.strictObject({ choice: ReturnChoice }),
  result: Order,
  errors: [3002, 5003, 5004, 5009],
})
