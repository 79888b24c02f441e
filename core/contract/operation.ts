import * as v from 'valibot'
import { policy } from '../policy/numbers.ts'
import { type CallShape, call, type EmployeeRole, employeeRoles, getCall, postCall } from './call.ts'
import { ChangedFacts, ChangePreview, ChangeRequest, changeRefusalNote } from './change.ts'
import { DialCode, FileUrl, Id, PhoneNumber, requiredText, Timestamp, text } from './common.ts'
import { StoredFile } from './file.ts'
import { BagChecks, CountPhotos, TaggedBag } from './ledger.ts'
import { OperatorOrder, OperatorOrderParams } from './operator.ts'
import { AskedReturnReason, DeliveryTarget, keptBagKinds, Pieces, ReportKind, ReturnChoice } from './order.ts'

/** Name, phone and plate come from the employee's record. */
export const CourierChoice = v.strictObject({ employeeId: Id })
export type CourierChoice = v.InferOutput<typeof CourierChoice>

/** Acts that waited on a device for a network say when they happened. */
export const happenedAtHeader = {
  name: 'Happened-At',
  required: false,
  description:
    'When the act happened, if earlier than now: ISO 8601 with offset, at most 12 hours ago, and not before the employee’s last act (1008, `{ field: "happenedAt" }`). The order’s log has both times.',
} as const

const callOf =
  (roles: readonly EmployeeRole[]) =>
  <const Step extends string, Body extends v.GenericSchema>(
    step: Step,
    summary: string,
    body: Body,
    errors: readonly number[],
  ) =>
    call({
      method: 'POST',
      path: `/operator/orders/{orderId}/${step}` as const,
      summary,
      audience: 'operator',
      roles,
      idempotent: 'optional',
      headers: [happenedAtHeader],
      params: OperatorOrderParams,
      body,
      result: OperatorOrder,
      errors: [1012, 5004, 5009, 9001, ...errors],
    })
const callOfOperators = callOf(['operator'])
const callOfCouriers = callOf(['operator', 'courier'])
const callOfSites = callOf(['operator', 'site'])
const callOfAll = callOf(employeeRoles)

const emptyBody = v.strictObject({})
const BagNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(policy.maxPieces))
/** The bags as found, if inspected. */
const bagChecksBody = v.strictObject({ bags: v.optional(BagChecks) })

export const operatorReview = callOfOperators(
  'review',
  'Passes the review of an order, or fails it with a reason and refunds it. Fails with 6001 if it is already decided, with the decision, employee and time.',
  v.variant('result', [
    v.strictObject({ result: v.literal('pass') }),
    v.strictObject({ result: v.literal('reject'), reason: requiredText(200) }),
  ]),
  [6000, 6001],
)
export const operatorAssign = callOfOperators(
  'assign',
  'Assigns a courier, who accepts or declines. Until pickup, another courier can be assigned instead. Fails with 5002 (`regionId`) if the courier’s region is neither the pickup’s nor the delivery’s.',
  CourierChoice,
  [2000, 2005, 2008, 5002],
)
export const operatorDecide = callOfCouriers(
  'decision',
  'Accepts the assignment, or declines it with a reason. Fails with 5001 if no courier is assigned, and with 5002 if it is already decided.',
  v.variant('result', [
    v.strictObject({ result: v.literal('allow') }),
    v.strictObject({ result: v.literal('reject'), reason: requiredText(200) }),
  ]),
  [5001, 5002],
)
export const operatorTransferApply = callOfCouriers(
  'transfer-apply',
  'Asks another courier to take over the order, until delivery. Fails with 5001 without a courier, and with 5002 like `operatorAssign`.',
  CourierChoice,
  [2000, 2005, 2008, 5001, 5002],
)
export const operatorTransferAccept = callOfCouriers(
  'transfer-accept',
  'Accepts taking over the order from another courier.',
  emptyBody,
  [5001],
)
export const operatorTransferReject = callOfCouriers(
  'transfer-reject',
  'Declines taking over the order, which stays with its courier.',
  v.strictObject({ reason: requiredText(200) }),
  [5001],
)
export const operatorTransferCancel = callOfCouriers(
  'transfer-cancel',
  'Cancels the request to take over. Fails with 5008 if none is open.',
  emptyBody,
  [5008],
)
export const operatorArriveAtPickup = callOfCouriers(
  'arrive-pickup',
  'Records that the courier is at the pickup site.',
  emptyBody,
  [5005],
)
export const operatorChange = callOfCouriers(
  'change',
  'Corrects the number of pieces and prices the order again: asks for a surcharge or refunds the difference. Asks the traveller to confirm the count; if it equals the agreed one, withdraws the question.',
  v.strictObject({ pieces: Pieces, photos: CountPhotos }),
  [5005],
)
export const operatorPickUp = callOfCouriers(
  'pick-up',
  'Picks up the bags with one tag and seal per bag and photos. Asks the traveller about noted damage. Fails with 5000 if a tag is in use or a seal appears twice, with 5003 if the count differs from the order’s, and with 8004 while a surcharge is unpaid.',
  v.strictObject({
    bags: v.pipe(v.array(TaggedBag), v.minLength(1), v.maxLength(20)),
  }),
  [5000, 5003, 5005, 8004],
)
export const operatorRetag = callOfCouriers(
  'retag',
  'Replaces the tag and seal of a bag before its handover, and asks the traveller about the seal. Couriers can do this until a site stores the bag. Fails with 5000 if the tag is in use or another bag has the seal, and with 5003 for an unknown tag.',
  v.strictObject({
    tagCode: requiredText(20),
    newTagCode: requiredText(20),
    newSealNumber: requiredText(20),
    photos: CountPhotos,
  }),
  [5000, 5003, 5005, 5007],
)
const TagCodes = v.pipe(v.array(requiredText(20)), v.minLength(1), v.maxLength(20))

export const operatorStartTransport = callOfCouriers(
  'transport-start',
  'Records that the bags are on the way. `tagCodes` are the loaded bags, if the courier checked them. If one is missing, `reason` is required (1008, `{ field: "reason" }`), and the missing bags are reported as `bagsMissing`. Fails with 5003 for an unknown tag.',
  v.strictObject({ tagCodes: v.optional(TagCodes), reason: v.optional(requiredText(200)) }),
  [5003, 5005],
)
export const operatorArriveAtDelivery = callOfCouriers(
  'arrive-delivery',
  'Records that the courier is at the delivery site, optionally with the state of each bag by its tag. Asks the traveller about a different seal, a missing bag or damage.',
  bagChecksBody,
  [5003],
)
/** New destination. `deliveryTime` only if it changes. */
export const DestinationChange = v.strictObject({
  delivery: DeliveryTarget,
  deliveryTime: v.optional(Timestamp),
})
export type DestinationChange = v.InferOutput<typeof DestinationChange>

export const operatorChangeDestination = callOfOperators(
  'change-destination',
  'Changes the destination before the bags arrive; the price stays. Fails with 5007 once they have arrived, and with 5010 and `goingBack` once they are being returned. Fails with 1008 and `{ field, reason }` like a new order: `delivery` if the pickup site doesn’t deliver there, `deliveryTime` if the destination is closed or can’t be reached by then. Send a new `deliveryTime` to fix the latter.',
  DestinationChange,
  [3002, 5005, 5007, 5010],
)
export const operatorWarehouseApply = callOfCouriers(
  'warehouse-apply',
  'Asks the site to store the bags.',
  emptyBody,
  [5003, 5007],
)
export const operatorConfirmPackages = callOfSites(
  'package-confirm',
  'Confirms bags by their tags, one at a time or together, optionally with the state that the site found and the shelf that they go to. Repeating it with another shelf moves them. Fails with 5003 for an unknown tag.',
  v.strictObject({
    tagCodes: v.pipe(v.array(requiredText(20)), v.minLength(1), v.maxLength(20)),
    bags: v.optional(BagChecks),
    shelf: v.optional(requiredText(20)),
  }),
  [5003, 5007],
)
export const operatorMoveToShelf = callOfSites(
  'shelf',
  'Moves bags that the site stores to another shelf. Fails with 5003 for an unknown tag, and with 5007 if the site doesn’t store the bags.',
  v.strictObject({ tagCodes: TagCodes, shelf: requiredText(20) }),
  [5003, 5007],
)
export const operatorConfirmPickup = callOfSites(
  'pickup-confirm',
  'The pickup site confirms the bags that the courier took, by their tags. Logged with the courier, the car and the tags that are missing. Confirming again changes nothing. Fails with 5003 for an unknown tag, and with 5005 before the pickup.',
  v.strictObject({ tagCodes: TagCodes }),
  [5003, 5005],
)
export const operatorWarehouseConfirm = callOfSites(
  'warehouse-confirm',
  'Records that the site has stored the bags. Fails with 5003 until every bag is confirmed.',
  emptyBody,
  [5003, 5007],
)
/** Bags that stay behind, and why. */
const KeptBags = v.strictObject({
  tagCodes: TagCodes,
  kind: v.picklist(keptBagKinds),
  reason: v.optional(text(200), ''),
})
const HandOverProof = v.union([
  v.strictObject({
    claimCode: requiredText(12),
    bags: v.optional(BagChecks),
    kept: v.optional(KeptBags),
    isUnchecked: v.optional(v.boolean(), false),
  }),
  /** Receiver's name as in their document, and phone number. */
  v.strictObject({
    identity: v.strictObject({ name: requiredText(60), dialCode: DialCode, phoneNumber: PhoneNumber }),
    bags: v.optional(BagChecks),
    kept: v.optional(KeptBags),
    isUnchecked: v.optional(v.boolean(), false),
  }),
])
export const operatorHand = callOfCouriers(
  'hand',
  'Hands over the bags against the claim code, or after checking the receiver’s name in a document and their phone number. The check and failed attempts are logged. `isUnchecked` marks a hand-over without a network, whose proof was only checked later; the log has it. With `kept`, only the other bags are handed over: the order stays open, the kept bags are reported, and the claim code stays valid for them. Fails with 5003 for an unknown tag, with 1008 and `{ field: "kept" }` if all bags are kept, and with 1012 for wrong proof, or if a site stores the bags; its status is 429 after ten wrong attempts for the order within an hour.',
  HandOverProof,
  [5003, 5007],
)
export const operatorHotelHand = callOfSites(
  'hotel-hand',
  'Hands over bags that the site stores, against the same proof as `operatorHand`.',
  HandOverProof,
  [5003, 5007],
)
export const operatorReport = callOfAll(
  'report',
  'Reports a problem with the order, by one of the known reasons, as text, or both. `bags` are numbers of bags, from 1. `photos` are for operators. It appears in the exception views until an operator settles it; the order continues. Fails with 5001 if the caller has no task in it. `guestMissing` fails with 5005 unless a courier is at the pickup place, and with 5005 and `{ until }` during the free wait.',
  v.union([
    v.strictObject({
      kind: ReportKind,
      bags: v.optional(v.pipe(v.array(BagNumber), v.maxLength(policy.maxPieces)), []),
      reason: v.optional(text(200), ''),
      photos: CountPhotos,
    }),
    v.strictObject({ reason: requiredText(200), photos: CountPhotos }),
  ]),
  [5001, 5005],
)
export const operatorResolve = callOfOperators(
  'resolve',
  'Ignores a report, marks it as important (it stays open), or settles it with a text for the traveller. Can also act on the order. `lockOrder` blocks all changes (5009) until it is unlocked or the report is resolved. `closeOrder` closes a picked-up order without a handover and keeps the money except for late refunds; fails with 5003 before pickup and 8004 while a surcharge is unpaid. `cancelOrder` refunds everything before the handover; fails with 5006 after it. Fails with 10001 if there is no report or lock.',
  v.variant('result', [
    v.strictObject({ result: v.literal('ignore') }),
    v.strictObject({ result: v.literal('markImportant') }),
    v.strictObject({ result: v.literal('settle'), resolution: requiredText(200) }),
    v.strictObject({ result: v.literal('lockOrder'), reason: text(200) }),
    v.strictObject({ result: v.literal('unlockOrder') }),
    v.strictObject({ result: v.literal('closeOrder'), reason: requiredText(200) }),
    v.strictObject({ result: v.literal('cancelOrder'), reason: requiredText(200) }),
  ]),
  [5003, 5006, 8004, 10001],
)
export const operatorUpdateReport = callOfOperators(
  'report-update',
  'Corrects the text of an open report, which the traveller sees. Fails with 10001 if there is none.',
  v.strictObject({ reason: requiredText(200) }),
  [10001],
)
export const operatorDeleteReport = callOfOperators(
  'report-delete',
  'Deletes a report made by mistake. Fails with 10001 if there is none.',
  emptyBody,
  [10001],
)
export const operatorCancel = callOfOperators(
  'cancel',
  'Cancels the order for the traveller, by the traveller’s terms. Fails with 5006 if it is too late, and with 8001 if it is already refunded.',
  v.strictObject({ reason: requiredText(200) }),
  [5006, 8001],
)
export const operatorPreviewChange = postCall('/operator/orders/{orderId}/change-preview', {
  summary: `Returns the price difference, times and terms of a change for a traveller who called, like \`previewChange\`. ${changeRefusalNote}`,
  audience: 'operator',
  roles: ['operator'],
  params: OperatorOrderParams,
  body: ChangedFacts,
  result: ChangePreview,
  errors: [1012, 3002, 3004, 5004, 5009, 5010],
})
export const operatorChangeOrder = callOfOperators(
  'change-order',
  `Changes the order before pickup for a traveller who called, by the traveller’s terms. A higher price is paid by the traveller, who is notified. Fails with 8003 and a new preview if the difference isn’t the one in the preview. ${changeRefusalNote}`,
  ChangeRequest,
  [3002, 3004, 5010, 8001, 8003],
)
export const operatorWithdrawChange = callOfOperators(
  'change-withdraw',
  'Withdraws an unpaid or undecided change for a traveller who called, like `withdrawChange`. Fails with 5010 and reason `over` if there is none.',
  emptyBody,
  [5010],
)
export const operatorReturn = callOfCouriers(
  'return',
  'Returns bags that nobody accepts, or whose order was cancelled after a report. `begin` asks the traveller where they go, `start` leaves with them, and `complete` records their arrival; a normal handover follows. Fails with 5003 and `{ reason }` if it isn’t possible now, with 8004 while the fee is unpaid, and with 5009 while the order is locked.',
  v.variant('step', [
    v.strictObject({ step: v.literal('begin'), reason: AskedReturnReason }),
    v.strictObject({ step: v.literal('start') }),
    v.strictObject({ step: v.literal('complete') }),
  ]),
  [5003, 5009, 8004],
)
export const operatorChooseReturn = callOfOperators(
  'return-choice',
  'Chooses for a traveller who called, as they would themselves. `isFree` waives the fee of this return.',
  v.strictObject({ choice: ReturnChoice, isFree: v.optional(v.boolean(), false) }),
  [3002, 5003, 5009],
)
export const operatorClose = callOfOperators(
  'close',
  'Closes an order that was handed over.',
  emptyBody,
  [5003],
)
export const operatorRefundDone = callOfOperators(
  'refund-done',
  'Records that the traveller has received the refund.',
  emptyBody,
  [8000],
)

const eventTable = <Event extends string>(calls: Record<Event, CallShape | null>) => calls

/** Every lifecycle event with the employee call that sends it; null for events of payments, travellers and time. */
export const callOfEvent = eventTable({
  'payment.waive': null,
  'payment.succeeded': null,
  'payment.failed': null,
  'refund.complete': operatorRefundDone,
  'refund.reopen': null,
  'review.begin': null,
  'review.pass': operatorReview,
  'review.reject': operatorReview,
  'courier.assign': operatorAssign,
  'decision.allow': operatorDecide,
  'decision.reject': operatorDecide,
  'transfer.apply': operatorTransferApply,
  'transfer.accept': operatorTransferAccept,
  'transfer.reject': operatorTransferReject,
  'transfer.cancel': operatorTransferCancel,
  'courier.arriveAtPickup': operatorArriveAtPickup,
  'order.change': operatorChange,
  'order.changeDestination': operatorChangeDestination,
  'pickup.missed': null,
  'delivery.late': null,
  'order.pickUp': operatorPickUp,
  'package.retag': operatorRetag,
  'package.confirm': operatorConfirmPackages,
  'transport.start': operatorStartTransport,
  'transport.complete': operatorArriveAtDelivery,
  'warehouse.apply': operatorWarehouseApply,
  'warehouse.confirm': operatorWarehouseConfirm,
  'order.hand': operatorHand,
  'order.hotelHand': operatorHotelHand,
  'exception.report': operatorReport,
  'exception.markImportant': operatorResolve,
  'exception.ignore': operatorResolve,
  'exception.resolve': operatorResolve,
  'exception.update': operatorUpdateReport,
  'exception.delete': operatorDeleteReport,
  'exception.lock': operatorResolve,
  'exception.unlock': operatorResolve,
  'exception.closeOrder': operatorResolve,
  'exception.cancelOrder': operatorResolve,
  'order.cancel': operatorCancel,
  'order.close': operatorClose,
  'return.begin': operatorReturn,
  'return.choose': operatorChooseReturn,
  'return.pay': null,
  'return.start': operatorReturn,
  'return.complete': operatorReturn,
})

/** The body is `multipart/form-data` with one part named `file`. */
export const operatorUploadPhoto = postCall('/operator/orders/{orderId}/photos', {
  summary: 'Stores a photo of the order’s bags. Pass its URL to the call that reports on them.',
  audience: 'operator',
  roles: employeeRoles,
  params: OperatorOrderParams,
  bodyKind: 'image',
  result: StoredFile,
  errors: [1005, 5004],
})

export const operatorSignPhoto = getCall('/operator/photos/signed', {
  summary:
    'Renews the signed URL of a photo that the employee uploaded, for 15 minutes. The part before the question mark doesn’t change.',
  audience: 'operator',
  roles: employeeRoles,
  query: v.strictObject({ url: FileUrl }),
  result: StoredFile,
})
