import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { Id, LinkToken, Location, siteClock, Timestamp } from './common.ts'

/** Stages of a trip, as shown to receivers. */
export const tripStages = [
  'waiting',
  'pickedUp',
  'onTheWay',
  'arrived',
  'stored',
  'collected',
  'calledOff',
] as const
export const TripStage = v.picklist(tripStages)
export type TripStage = v.InferOutput<typeof TripStage>

/** A place of a trip, in the request's language. No phone number. */
export const TripPlace = v.object({
  /** Null for an address that isn't a site. Its coordinates are 0, so maps search for the address. */
  siteId: v.nullable(Id),
  name: v.string(),
  cityName: v.string(),
  location: Location,
})

export type TripPlace = v.InferOutput<typeof TripPlace>

/** An order as its receiver sees it, without phone numbers, prices or names. */
export const Trip = v.object({
  orderNumber: v.string(),
  stage: TripStage,
  pieces: v.number(),
  pickup: TripPlace,
  delivery: TripPlace,
  pickupTime: Timestamp,
  /** Progress of the pickup before it is done. Older servers omit it. */
  pickupStage: v.optional(v.picklist(['inReview', 'planned', 'courierThere'])),
  pickedUpTime: v.nullable(Timestamp),
  arrivalFrom: v.optional(Timestamp),
  estimatedDelivery: Timestamp,
  handedTime: v.nullable(Timestamp),
  /** Progress of a return; `delivery` is its destination once one is chosen. */
  returning: v.optional(v.nullable(v.picklist(['asked', 'moving', 'there']))),
  ...siteClock,
  cityName: v.string(),
  /** Null unless the traveller allows it and bags are to be collected. */
  claimCode: v.nullable(v.string()),
  /** When the link ends; null until the handover or the order's end. */
  endTime: v.nullable(Timestamp),
  /** Changes whenever the trip does, for POST /trips/wait. */
  version: v.pipe(v.string(), v.maxLength(64)),
})
export type Trip = v.InferOutput<typeof Trip>

export const ReceiverLink = v.object({
  /**
   * `/trip/{token}`, with `?lang=` if the recipient's language is set. Null after the server's secret changed: the link
   * still works and can be revoked.
   */
  path: v.nullable(v.string()),
  showsClaimCode: v.boolean(),
  createTime: Timestamp,
  endTime: v.nullable(Timestamp),
})
export type ReceiverLink = v.InferOutput<typeof ReceiverLink>

const LinkState = v.object({ link: v.nullable(ReceiverLink) })
const OrderParams = v.strictObject({ orderId: Id })

export const getReceiverLink = getCall('/orders/{orderId}/receiver-link', {
  summary: 'Returns the order’s link for another person who collects the bags; null if there is none.',
  audience: 'traveller',
  params: OrderParams,
  result: LinkState,
  errors: [5004],
})

export const makeReceiverLink = postCall('/orders/{orderId}/receiver-link', {
  summary:
    'Creates the link, or changes what it shows. Repeating the call changes nothing. Fails with 1008 (409) if there is nothing to collect: the order is unpaid, cancelled, or ended more than a day ago.',
  audience: 'traveller',
  params: OrderParams,
  body: v.strictObject({ showsClaimCode: v.boolean() }),
  result: LinkState,
  errors: [5004],
})

export const revokeReceiverLink = postCall('/orders/{orderId}/receiver-link/take-back', {
  summary: 'Revokes the link. Open pages of it are empty within 2 s. Repeating the call changes nothing.',
  audience: 'traveller',
  params: OrderParams,
  result: LinkState,
  errors: [5004],
})

export const readTrip = postCall('/trips', {
  summary:
    'Returns the trip of a link, without an account. Fails with 5004 for an unknown or ended link, and with 1012 (429) after too many unknown links from one address.',
  audience: 'anyone',
  body: v.strictObject({ token: LinkToken }),
  result: Trip,
  errors: [5004],
})

export const waitForTrip = postCall('/trips/wait', {
  summary:
    'Waits up to 8 s for a version of the trip other than `version`. Fails with 5004 if the link has ended.',
  audience: 'anyone',
  body: v.strictObject({ token: LinkToken, version: Trip.entries.version }),
  result: v.object({ isChanged: v.boolean() }),
  errors: [5004],
})
