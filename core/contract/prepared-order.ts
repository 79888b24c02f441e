import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { FileUrl, Id, LinkToken, siteClock, Timestamp } from './common.ts'
import { creationTypes, namesOf, orderSources } from './enumerations.ts'
import { StoredFile } from './file.ts'
import { Order, OrderDraft, OrderPlace, Quote, shownFields } from './order.ts'
import { Phone } from './user.ts'

/** The order's origin: the traveller, or a site's desk for its guest. */
export const OrderSource = v.picklist(namesOf(orderSources))
export type OrderSource = v.InferOutput<typeof OrderSource>

export const CreationType = v.picklist(namesOf(creationTypes))
export type CreationType = v.InferOutput<typeof CreationType>

const Photos = v.pipe(v.array(FileUrl), v.maxLength(9))

/** A draft filled in for a guest, who may add the photos. */
export const PreparedDraft = v.strictObject({ ...OrderDraft.entries, photos: Photos })
export type PreparedDraft = v.InferOutput<typeof PreparedDraft>

/** An order filled in by a desk or an operator, until its guest takes it over or it expires. */
export const PreparedOrder = v.object({
  preparedId: Id,
  source: OrderSource,
  creationType: CreationType,
  /** Employee id. */
  madeBy: v.string(),
  pickup: OrderPlace,
  delivery: OrderPlace,
  pickupTime: Timestamp,
  deliveryTime: Timestamp,
  /** IANA zone of the pickup site. Older servers omit it. */
  timeZone: v.optional(v.string()),
  pieces: v.number(),
  receiverName: v.string(),
  needsPhotos: v.boolean(),
  /** State of the last text message with its link (machine `textMessage`); null before the first. */
  textState: v.optional(v.nullable(v.picklist(['due', 'sending', 'sent', 'givenUp']))),
  createTime: Timestamp,
  endTime: Timestamp,
})
export type PreparedOrder = v.InferOutput<typeof PreparedOrder>

/** Shown to the guest before they take it over. */
export const GuestOrder = v.object({
  preparedId: Id,
  pickup: OrderPlace,
  delivery: OrderPlace,
  pickupTime: Timestamp,
  deliveryTime: Timestamp,
  ...siteClock,
  cityName: v.string(),
  pieces: v.number(),
  receiver: v.object({ name: v.string(), dialCode: v.string(), phoneNumber: v.string() }),
  ...shownFields,
  /** Number of existing photos. */
  photoCount: v.number(),
  /** Current price; pass its id to `takeOverOrder`. */
  quote: Quote,
  endTime: Timestamp,
})
export type GuestOrder = v.InferOutput<typeof GuestOrder>

const desks = { audience: 'operator', roles: ['operator', 'site'] } as const
const PreparedParams = v.strictObject({ preparedId: Id })
const TokenParams = v.strictObject({ token: LinkToken })

export const prepareOrder = postCall('/operator/prepared-orders', {
  ...desks,
  idempotent: true,
  summary:
    'Fills in an order for a guest, who takes it over by its link. A site worker does so at their own site (else 1012): its source is then `hotel`. A temporary one (`createTemporaryByOperator`) has no photos yet and ends 2 hours later, another one 24 hours later, both at the latest an hour before the pickup. With a phone, which must be a mobile number that gets texts, only the account of that number can take it over. 1008 with `{ field }` as for a new order; 1012 (429) while 50 of the caller’s wait.',
  body: v.strictObject({
    draft: PreparedDraft,
    isTemporary: v.optional(v.boolean(), false),
    guest: v.optional(v.nullable(Phone), null),
  }),
  result: v.object({ order: PreparedOrder, url: v.string() }),
  errors: [3002, 3004],
})

export const listPreparedOrders = getCall('/operator/prepared-orders', {
  ...desks,
  summary:
    'Prepared orders that nobody has taken over yet, oldest first; a site worker gets those of the site.',
  result: v.array(PreparedOrder),
})

export const textPreparedOrder = postCall('/operator/prepared-orders/{preparedId}/text', {
  ...desks,
  summary:
    'Sends the link to the guest’s phone, at once and again after pauses while the gateway fails; `textState` says what became of it, and `operatorListJobs` what was given up. Three times at most, and within the bounds of a day for an employee, a site and a number (then 2004); one that is on its way is not asked for again. 1008 without a phone, 5004 once it is taken over or ended.',
  params: PreparedParams,
  body: v.strictObject({}),
  result: v.object({ textsLeft: v.number() }),
  errors: [2004, 5004],
})

export const withdrawPreparedOrder = postCall('/operator/prepared-orders/{preparedId}/withdraw', {
  ...desks,
  summary: 'Ends a prepared order: its link leads nowhere. 5004 once it is taken over or ended.',
  params: PreparedParams,
  body: v.strictObject({}),
  result: v.object({ preparedId: Id }),
  errors: [5004],
})

/** The body is `multipart/form-data` with one part named `file`. */
export const uploadPreparedPhoto = postCall('/operator/prepared-orders/photos', {
  ...desks,
  summary: 'Stores a photo of a guest’s bags. Its address goes into `prepareOrder`, within a day.',
  bodyKind: 'image',
  result: StoredFile,
  errors: [1005],
})

/** Public data of a link, readable before sign-in: no personal data, time or destination. */
export const PreparedSummary = v.object({
  /** Name of the pickup place, in the request's language. */
  place: v.string(),
  pieces: v.number(),
})
export type PreparedSummary = v.InferOutput<typeof PreparedSummary>

export const summarizePreparedOrder = postCall('/prepared-orders/summary', {
  audience: 'anyone',
  summary:
    'What a link is for, without an account. 5004 for an unknown link, one that ended or was taken over; 1012 (429) for an address with too many unknown ones.',
  body: v.strictObject({ token: LinkToken }),
  result: PreparedSummary,
  errors: [5004],
})

export const getPreparedOrder = getCall('/prepared-orders/{token}', {
  audience: 'traveller',
  summary:
    'A prepared order by its link, with today’s price. `takenOrderId` instead once the caller has taken it over. 5004 for an unknown or ended link, and for another account than the phone that it was made for: after five such accounts it ends.',
  params: TokenParams,
  result: v.object({ order: v.nullable(GuestOrder), takenOrderId: v.nullable(Id) }),
  errors: [5004],
})

export const takeOverOrder = postCall('/prepared-orders/{token}/take-over', {
  audience: 'traveller',
  summary:
    'Makes the prepared order the caller’s own, to be paid. Refuses as `createOrder` does, and with 5004 as `getPreparedOrder` does. `photos` are needed where there are none yet.',
  idempotent: true,
  params: TokenParams,
  body: v.strictObject({ quoteId: Id, termsVersion: v.pipe(v.string(), v.maxLength(20)), photos: Photos }),
  result: Order,
  errors: [3002, 3004, 5004, 8003],
})
