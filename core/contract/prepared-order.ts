import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { FileUrl, GivenConsent, Id, LinkToken, siteClock, Timestamp } from './common.ts'
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
  textState: v.optional(
    v.nullable(v.picklist(['due', 'sending', 'sent', 'givenUp', 'delivered', 'undelivered'])),
  ),
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

const deskOptions = { audience: 'operator', roles: ['operator', 'site'] } as const
const PreparedParams = v.strictObject({ preparedId: Id })
const TokenParams = v.strictObject({ token: LinkToken })

export const prepareOrder = postCall('/operator/prepared-orders', {
  ...deskOptions,
  idempotent: true,
  summary:
    'Prepares an order for a guest, who takes it over through a link. Site employees can do this for their own site only (else 1012), and the source is then `hotel`. A temporary order (`createTemporaryByOperator`) needs no photos and expires after 2 hours, others after 24 hours; both expire 1 hour before pickup at the latest. With a phone number, which must be a mobile one that gets texts, only the account with that number can take it over. Fails with 1008 and `{ field }` like a new order, and with 1012 (429) while 50 of the caller’s are open.',
  body: v.strictObject({
    draft: PreparedDraft,
    isTemporary: v.optional(v.boolean(), false),
    guest: v.optional(v.nullable(Phone), null),
  }),
  result: v.object({ order: PreparedOrder, url: v.string() }),
  errors: [3002, 3004],
})

export const listPreparedOrders = getCall('/operator/prepared-orders', {
  ...deskOptions,
  summary:
    'Returns prepared orders that nobody has taken over, oldest first. Site employees see those of their site.',
  result: v.array(PreparedOrder),
})

/** A prepared order as its desk shows it to the guest. */
export const PreparedLink = v.object({
  order: PreparedOrder,
  /** The guest's link, as QR code or text. */
  url: v.string(),
  /** The only phone that can take it over, masked; null allows anyone with the link. */
  guest: v.nullable(v.object({ dialCode: v.string(), phoneNumber: v.string() })),
  textsLeft: v.number(),
  /** Older servers omit it and send them. */
  sendsTexts: v.optional(v.boolean()),
})
export type PreparedLink = v.InferOutput<typeof PreparedLink>

export const getPreparedLink = getCall('/operator/prepared-orders/{preparedId}', {
  ...deskOptions,
  summary:
    'Returns one prepared order with its link. Fails with 5004 if it was taken over, has expired or is another site’s.',
  params: PreparedParams,
  result: PreparedLink,
  errors: [5004],
})

export const textPreparedOrder = postCall('/operator/prepared-orders/{preparedId}/text', {
  ...deskOptions,
  summary:
    'Sends the link to the guest’s phone, with retries while the gateway fails. `textState` has the result; `operatorListJobs` lists abandoned messages. Does nothing while a message is on its way. Fails with 2004 after 3 messages, or beyond the daily limits per employee, site and number. Fails with 1008 without a phone number, with 1014 if text messages are switched off, and with 5004 if the order was taken over or has expired.',
  params: PreparedParams,
  body: v.strictObject({}),
  result: v.object({ textsLeft: v.number() }),
  errors: [1014, 2004, 5004],
})

export const withdrawPreparedOrder = postCall('/operator/prepared-orders/{preparedId}/withdraw', {
  ...deskOptions,
  summary: 'Ends a prepared order and its link. Fails with 5004 if it was taken over or has expired.',
  params: PreparedParams,
  body: v.strictObject({}),
  result: v.object({ preparedId: Id }),
  errors: [5004],
})

/** The body is `multipart/form-data` with one part named `file`. */
export const uploadPreparedPhoto = postCall('/operator/prepared-orders/photos', {
  ...deskOptions,
  summary: 'Stores a photo of a guest’s bags. Pass its URL to `prepareOrder` within a day.',
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
    'Returns the purpose of a link, without an account. Fails with 5004 if the link is unknown, expired or taken over, and with 1012 (429) after too many unknown links from one address.',
  body: v.strictObject({ token: LinkToken }),
  result: PreparedSummary,
  errors: [5004],
})

export const getPreparedOrder = getCall('/prepared-orders/{token}', {
  audience: 'traveller',
  summary:
    'Returns a prepared order by its link, with the current price, or `takenOrderId` if the caller has taken it over. Fails with 5004 for an unknown or expired link, or if the link belongs to another phone number. The link ends after 5 such accounts.',
  params: TokenParams,
  result: v.object({ order: v.nullable(GuestOrder), takenOrderId: v.nullable(Id) }),
  errors: [5004],
})

export const takeOverOrder = postCall('/prepared-orders/{token}/take-over', {
  audience: 'traveller',
  summary:
    'Makes the prepared order the caller’s own, ready to pay. `photos` are required if it has none. Fails like `createOrder`, and with 5004 like `getPreparedOrder`.',
  idempotent: true,
  params: TokenParams,
  body: v.strictObject({
    quoteId: Id,
    termsVersion: v.pipe(v.string(), v.maxLength(20)),
    photos: Photos,
    /** As for POST /orders. */
    consent: v.optional(GivenConsent),
  }),
  result: Order,
  errors: [3002, 3004, 5004, 8003],
})
