import * as v from 'valibot'
import { Announcement } from './announcement.ts'
import { getCall } from './call.ts'
import { Amount, Currency, Cursor, Id, Location, LocationType, Money, siteClock, text } from './common.ts'

/** Weekdays as in `closedDays`, starting on Sunday. */
export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/**
 * Opening hours as `HH:mm`; 00:00 to 00:00 is all day. `closedDays`: weekdays or dates, such as `Sun` or `2027-02-06`.
 */
export const Hours = v.object({
  opens: v.string(),
  closes: v.string(),
  closedDays: v.optional(v.array(v.string())),
})

/** A hotel, terminal, port or storage place. Texts are in the request's language. */
export const Site = v.object({
  siteId: Id,
  name: v.string(),
  regionId: Id,
  regionName: v.string(),
  location: Location,
  phone: v.string(),
  ...siteClock,
  /** Local opening hours; null means around the clock. */
  hours: v.nullable(Hours),
  photos: v.array(v.string()),
  storage: v.boolean(),
})
export type Site = v.InferOutput<typeof Site>

export const SiteDetail = v.object({
  ...Site.entries,
  /** QR id of its desk, where orders start; null if none. */
  deskQrId: v.nullable(Id),
  /** Takes no new orders; existing ones continue. Older servers omit it. */
  isClosed: v.optional(v.boolean(), false),
  /** Current announcements, newest first; omitted in lists. */
  announcements: v.optional(v.array(Announcement)),
})
export type SiteDetail = v.InferOutput<typeof SiteDetail>

/** Prices of a place, in minor units of `currency`. */
export const PriceRule = v.object({
  currency: Currency,
  pricePerPiece: Amount,
  /** The first N pieces are carried free. */
  freePieces: v.number(),
  /** The Nth piece costs `percentOff` less. */
  nthPieceDiscount: v.nullable(v.object({ nth: v.number(), percentOff: v.number() })),
  /** Pieces that the hotel pays for. */
  sponsoredPieces: v.number(),
  /** One price for up to `pieces`; each further one costs `pricePerPiece`. Excludes free and discounted pieces. */
  packagePrice: v.optional(v.nullable(v.object({ pieces: v.number(), amount: Amount }))),
  /** Storage by time: per piece and started day between arrival and delivery, after `freeHours`. */
  storagePerDay: v.optional(v.nullable(v.object({ freeHours: v.number(), amount: Amount }))),
  /** A delivery late by more than `minutes` refunds `percent`; by more than `moreMinutes`, `morePercent`. */
  lateRefund: v.optional(
    v.nullable(
      v.object({
        minutes: v.number(),
        percent: v.number(),
        moreMinutes: v.number(),
        morePercent: v.number(),
      }),
    ),
  ),
  /** Fee per order for returning or forwarding uncollected bags. */
  returnFee: v.optional(v.nullable(Amount)),
})
export type PriceRule = v.InferOutput<typeof PriceRule>

/** The cheapest tier that covers the declared value per piece applies. */
export const InsuranceTier = v.object({
  /** Maximum declared value per piece. */
  coverPerPiece: Money,
  premiumPerPiece: Money,
})

export const InsurancePlan = v.object({
  planId: Id,
  name: v.string(),
  /** Ascending by cover; the first is free. */
  tiers: v.array(InsuranceTier),
})
export type InsurancePlan = v.InferOutput<typeof InsurancePlan>

export const ServiceArea = v.object({
  regionId: Id,
  name: v.string(),
  ...siteClock,
  /** Minutes from pickup to the earliest delivery. */
  travelMinutes: v.number(),
  /** Added to the price per piece, in minor units of the price rule's currency. */
  surchargePerPiece: Amount,
  /** Maximum distance of an own address from the pickup site, in km. */
  addressKm: v.number(),
})
export type ServiceArea = v.InferOutput<typeof ServiceArea>

export const QrSite = v.object({
  qrId: Id,
  site: Site,
  location: Location,
  /** Room of the code; null at a desk or terminal. */
  roomNumber: v.nullable(v.string()),
  /** `roomPassword`: there is no front desk, the courier opens the room with a password. */
  access: v.picklist(['frontDesk', 'roomPassword']),
  priceRule: PriceRule,
  region: v.object({ regionId: Id, name: v.string() }),
  insurancePlan: InsurancePlan,
  serviceAreas: v.array(ServiceArea),
  /** Current announcements of the site, newest first. */
  announcements: v.optional(v.array(Announcement)),
})
export type QrSite = v.InferOutput<typeof QrSite>

export const getQrSite = getCall('/sites/qr/{qrId}', {
  summary: 'Returns the site, location, price rule, region, insurance plan and service areas of a QR code.',
  audience: 'anyone',
  params: v.strictObject({ qrId: Id }),
  result: QrSite,
  errors: [3002, 3004],
})

export const listSites = getCall('/sites', {
  summary:
    'Returns sites by region, type and keyword, with the QR id of each desk. `from` limits them to destinations of that pickup site; `elsewhere` then has up to 5 matches that it doesn’t serve. `withDesk` limits them to sites where orders can start.',
  audience: 'anyone',
  query: v.strictObject({
    from: v.optional(Id),
    withDesk: v.optional(v.literal('true')),
    regionId: v.optional(Id),
    types: v.optional(v.pipe(v.array(v.pipe(v.string(), v.toNumber(), LocationType)), v.maxLength(6))),
    keyword: v.optional(text(60)),
    cursor: v.optional(Cursor),
  }),
  result: v.object({
    list: v.array(SiteDetail),
    elsewhere: v.array(Site),
    nextCursor: v.nullable(v.string()),
  }),
})

export const getSite = getCall('/sites/{siteId}', {
  summary: 'Returns one site with coordinates, hours, photos, luggage storage and the QR id of its desk.',
  audience: 'anyone',
  params: v.strictObject({ siteId: Id }),
  result: SiteDetail,
  errors: [3002],
})

export const getInsurance = getCall('/regions/{regionId}/insurance', {
  summary: 'Returns the insurance plan of a region with its service commitment.',
  audience: 'anyone',
  params: v.strictObject({ regionId: Id }),
  result: v.object({
    region: v.object({ regionId: Id, name: v.string() }),
    plan: InsurancePlan,
    serviceCommitment: v.object({
      claimStartsWithinHours: v.number(),
      complaintResponseWithinHours: v.number(),
      hotlineHours: v.literal('24/7'),
      phone: v.string(),
    }),
  }),
  errors: [7004, 7006],
})
