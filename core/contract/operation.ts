import * as v from 'valibot'
import { type CallShape, call, type EmployeeRole, employeeRoles, postCall } from './call.ts'
import { DialCode, Id, PhoneNumber, requiredText, Timestamp, text } from './common.ts'
import { StoredFile } from './file.ts'
import { BagChecks, CountPhotos, TaggedBag } from './ledger.ts'
import { OperatorOrder, OperatorOrderParams } from './operator.ts'
import { AskedReturnReason, DeliveryTarget, Pieces, ReturnChoice } from './order.ts'

/** Name, phone and plate come from the employee's record. */
export const CourierChoice = v.strictObject({ employeeId: Id })
export type CourierChoice = v.InferOutput<typeof CourierChoice>

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
      params: OperatorOrderParams,
      body,
      result: OperatorOrder,
      errors: [1012, 5004, 5009, ...errors],
    })
const callOfOperators = callOf(['operator'])
const callOfCouriers = callOf(['operator', 'courier'])
const callOfSites = callOf(['operator', 'site'])
const callOfAll = callOf(employeeRoles)

const none = v.strictObject({})
/** The bags as found, if inspected. */
const checked = v.strictObject({ bags: v.optional(BagChecks) })

export const operatorReview = callOfOperators(
  'review',
  'Review result: pass, or fail with a reason; a fail refunds. 6001 for one that is decided, with who decided what and when.',
  v.variant('result', [
    v.strictObject({ result: v.literal('pass') }),
    v.strictObject({ result: v.literal('reject'), reason: requiredText(200) }),
  ]),
  [6000, 6001],
)
export const operatorAssign = callOfOperators(
  'assign',
  'Asks a courier to carry the order, who then decides. Until the pickup another one may be asked instead. 5002 (`regionId`) for a courier of a region in which the order neither begins nor ends.',
  CourierChoice,
  [2000, 2005, 2008, 5002],
)
export const operatorDecide = callOfCouriers(
  'decision',
  'The courier who was asked accepts the order, or declines with a reason. 5001 when nobody was asked, 5002 when it is decided.',
  v.variant('result', [
    v.strictObject({ result: v.literal('allow') }),
    v.strictObject({ result: v.literal('reject'), reason: requiredText(200) }),
  ]),
  [5001, 5002],
)
export const operatorTransferApply = callOfCouriers(
  'transfer-apply',
  'The courier asks another one to take the order over, at the latest on the way. 5001 without a courier, 5002 as `operatorAssign`.',
  CourierChoice,
  [2000, 2005, 2008, 5001, 5002],
)
export const operatorTransferAccept = callOfCouriers(
  'transfer-accept',
  'The other courier takes the order over.',
  none,
  [5001],
)
export const operatorTransferReject = callOfCouriers(
  'transfer-reject',
  'The other courier declines; the order stays where it is.',
  v.strictObject({ reason: requiredText(200) }),
  [5001],
)
export const operatorTransferCancel = callOfCouriers(
  'transfer-cancel',
  'The courier keeps the order after all. 5008 when nothing is asked any more.',
  none,
  [5008],
)
export const operatorArriveAtPickup = callOfCouriers(
  'arrive-pickup',
  'The courier is at the pickup site.',
  none,
  [5005],
)
export const operatorChange = callOfCouriers(
  'change',
  'The courier counts another number of pieces: priced again, a surcharge is asked for, or what is too much goes back. The traveller is asked whether the count is right; counted as agreed, nothing is asked any more.',
  v.strictObject({ pieces: Pieces, photos: CountPhotos }),
  [5005],
)
export const operatorPickUp = callOfCouriers(
  'pick-up',
  'The courier takes the bags over: one tag and seal a bag, with photos; a noted damage asks the traveller. 5000 for a tag that is in use or a seal that comes twice, 5003 when the count is not the order’s, 8004 while a surcharge is unpaid.',
  v.strictObject({
    bags: v.pipe(v.array(TaggedBag), v.minLength(1), v.maxLength(20)),
  }),
  [5000, 5003, 5005, 8004],
)
export const operatorRetag = callOfCouriers(
  'retag',
  'One bag gets another tag and seal, until it is handed over, by a courier until a site stores it; the traveller is asked about the seal. 5000 for a tag that is in use or the seal of another bag, 5003 for a tag that is on none of its bags.',
  v.strictObject({
    tagCode: requiredText(20),
    newTagCode: requiredText(20),
    newSealNumber: requiredText(20),
    photos: CountPhotos,
  }),
  [5000, 5003, 5005, 5007],
)
export const operatorStartTransport = callOfCouriers(
  'transport-start',
  'The bags are on the move.',
  none,
  [5005],
)
export const operatorArriveAtDelivery = callOfCouriers(
  'arrive-delivery',
  'The courier is at the delivery site: transport is complete. With the bags as they are now, each by its tag: another seal, a missing bag or a damage asks the traveller.',
  checked,
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
  'The bags go to another place, decided before they arrive; the price stays. 5007 when they are there, 5010 with `goingBack` once they go back. 1008 with `{ field, reason }` as for a new order: `delivery` where the pickup site does not deliver, `deliveryTime` where the destination is closed at the order’s delivery time or cannot be reached by then: send another one along.',
  DestinationChange,
  [3002, 5005, 5007, 5010],
)
export const operatorWarehouseApply = callOfCouriers(
  'warehouse-apply',
  'The courier asks the site to store the bags.',
  none,
  [5003, 5007],
)
export const operatorConfirmPackages = callOfSites(
  'package-confirm',
  'The site confirms bags by their tags, one at a time or all at once, with what it found where it looked. 5003 for a tag that is on none of them.',
  v.strictObject({
    tagCodes: v.pipe(v.array(requiredText(20)), v.minLength(1), v.maxLength(20)),
    bags: v.optional(BagChecks),
  }),
  [5003, 5007],
)
export const operatorWarehouseConfirm = callOfSites(
  'warehouse-confirm',
  'The site has stored the bags. 5003 while one of them is not confirmed.',
  none,
  [5003, 5007],
)
const HandOverProof = v.union([
  v.strictObject({ claimCode: requiredText(12), bags: v.optional(BagChecks) }),
  /** Receiver's name as in their document, and phone number. */
  v.strictObject({
    identity: v.strictObject({ name: requiredText(60), dialCode: DialCode, phoneNumber: PhoneNumber }),
    bags: v.optional(BagChecks),
  }),
])
export const operatorHand = callOfCouriers(
  'hand',
  'The courier hands the bags over against the claim code, or after a check of the receiver’s name, as their document has it, and phone number, which is logged as such. 1012 when it is not theirs, which is logged too, and for bags that a site stores; with status 429 after ten wrong proofs of the order in an hour.',
  HandOverProof,
  [5003, 5007],
)
export const operatorHotelHand = callOfSites(
  'hotel-hand',
  'The site hands out the bags that it stores, against the same proof.',
  HandOverProof,
  [5003, 5007],
)
export const operatorReport = callOfAll(
  'report',
  'Something is wrong with the order: it waits in the exception views until an operator settles it, and goes on meanwhile. 5001 without a task.',
  v.strictObject({ reason: requiredText(200) }),
  [5001],
)
export const operatorResolve = callOfOperators(
  'resolve',
  'Deals with a report: ignored, marked as important (it stays open), or settled in words that the traveller reads. Or with its order: locked (nothing moves it until it is unlocked or the report is dealt with; 5009), unlocked, closed without a hand-over once it is picked up (the money stays, but for what lateness gives back; 5003 before, 8004 while a surcharge is unpaid), or cancelled at any time before the hand-over with all the money back (5006 after). 10001 when nothing is reported, or nothing locked.',
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
  'Corrects the words of a report that is open. The traveller reads the new ones. 10001 when nothing is reported.',
  v.strictObject({ reason: requiredText(200) }),
  [10001],
)
export const operatorDeleteReport = callOfOperators(
  'report-delete',
  'Deletes a report that was made by mistake. 10001 when nothing is reported.',
  none,
  [10001],
)
export const operatorCancel = callOfOperators(
  'cancel',
  'Cancels the order for the traveller, by the traveller’s rules. 5006 when it is too late, 8001 when it is refunded already.',
  v.strictObject({ reason: requiredText(200) }),
  [5006, 8001],
)
export const operatorReturn = callOfCouriers(
  'return',
  'Bags that nobody takes, or whose order was cancelled on a report: `begin` asks their traveller where they go, `start` sets out with them, `complete` says that they are there; then they are handed over as usual. 5003 with `{ reason }` when it is not possible now, 8004 while its fee is not paid, 5009 of a locked order.',
  v.variant('step', [
    v.strictObject({ step: v.literal('begin'), reason: AskedReturnReason }),
    v.strictObject({ step: v.literal('start') }),
    v.strictObject({ step: v.literal('complete') }),
  ]),
  [5003, 5009, 8004],
)
export const operatorChooseReturn = callOfOperators(
  'return-choice',
  'Chooses for a traveller who called. As theirs; with `isFree` the order’s return costs nothing from now on.',
  v.strictObject({ choice: ReturnChoice, isFree: v.optional(v.boolean(), false) }),
  [3002, 5003, 5009],
)
export const operatorClose = callOfOperators('close', 'Closes a handed order.', none, [5003])
export const operatorRefundDone = callOfOperators(
  'refund-done',
  'The money is back with the traveller.',
  none,
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
  summary: 'Stores a photo of the order’s bags. Its address goes into the call that is about them.',
  audience: 'operator',
  roles: employeeRoles,
  params: OperatorOrderParams,
  bodyKind: 'image',
  result: StoredFile,
  errors: [1005, 5004],
})
