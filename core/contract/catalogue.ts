import * as v from 'valibot'
import { brandColorFault, type ColorScheme } from '../lib/colors.ts'
import { svgFault } from '../lib/svg.ts'
import { employeeRoles } from './call.ts'
import { Currency, Id, Latitude, Longitude, requiredLines, requiredText, Timestamp, text } from './common.ts'
import { isDay } from './day.ts'
import { weekdays } from './site.ts'

const localized = <Text extends v.GenericSchema<string, string>>(one: Text) =>
  v.strictObject({ 'en-US': one, 'zh-CN': one })

/** Closed entries stay because others refer to them, but can't be used for anything new. */
const closed = v.optional(v.boolean(), false)

const integerBetween = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

/** Minor units. */
const price = integerBetween(0, 10_000_000)

/** Free format: digits, spaces, hyphens and a plus sign. */
const phone = v.pipe(v.string(), v.trim(), v.regex(/^\+?[\d -]{5,20}$/, 'must be a phone number'))

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const time = v.pipe(
  v.string(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, ({ input }) =>
    input === '24:00' ? 'must be 00:00 for midnight' : 'must be a time such as 07:30',
  ),
)

const isClosedDay = (day: string) => weekdays.includes(day) || isDay(day)

const closedDays = v.pipe(
  v.array(v.pipe(v.string(), v.check(isClosedDay, 'must be a day such as Sun or 2027-02-06'))),
  v.maxLength(60),
  v.check(
    (days) => !weekdays.every((day) => days.includes(day)),
    'has every day of the week; close the site instead',
  ),
)

/** Path on the public host: the content security policy allows no other image sources. */
const picture = v.pipe(v.string(), v.regex(/^\/[\w./-]{1,300}$/, 'must be a path such as /photos/lobby.jpg'))

export const CatalogueRegion = v.strictObject({ regionId: Id, name: localized(requiredText(60)), closed })

type Tier = { coverPerPiece: number; premiumPerPiece: number }

const isAscending = (tiers: Tier[]) =>
  tiers.every(({ coverPerPiece }, index) => index === 0 || coverPerPiece > tiers[index - 1]!.coverPerPiece)
const beginsFree = (tiers: Tier[]) => tiers[0]?.premiumPerPiece === 0

/** One plan per region. Amounts in minor units of `currency`. */
export const CatalogueInsurancePlan = v.strictObject({
  planId: Id,
  regionId: Id,
  name: localized(requiredText(80)),
  currency: Currency,
  tiers: v.pipe(
    v.array(v.strictObject({ coverPerPiece: integerBetween(1, 1_000_000_000), premiumPerPiece: price })),
    v.minLength(1),
    v.maxLength(10),
    v.check(isAscending, 'must be in ascending order of cover'),
    v.check(beginsFree, 'must begin with a free cover'),
  ),
  closed,
})

/** A site's prices, in minor units of `currency`. Changes affect only new quotes. */
export const CataloguePriceRule = v.pipe(
  v.strictObject({
    priceRuleId: Id,
    currency: Currency,
    pricePerPiece: price,
    /** The first N pieces are carried free. */
    freePieces: v.optional(integerBetween(0, 20), 0),
    /** The Nth piece costs `percentOff` less. */
    nthPieceDiscount: v.optional(
      v.nullable(v.strictObject({ nth: integerBetween(1, 20), percentOff: integerBetween(1, 100) })),
      null,
    ),
    /** Pieces that the site pays for. */
    sponsoredPieces: v.optional(integerBetween(0, 20), 0),
    /** One price for up to `pieces`; each further one costs `pricePerPiece`. */
    packagePrice: v.optional(v.nullable(v.strictObject({ pieces: integerBetween(2, 20), amount: price }))),
    /** Per piece and started day of storage before delivery, after `freeHours`. */
    storagePerDay: v.optional(
      v.nullable(v.strictObject({ freeHours: integerBetween(0, 720), amount: price })),
    ),
    /** Refund percentages for deliveries later than `minutes` and `moreMinutes`; defaults to the policy's. */
    lateRefund: v.optional(
      v.nullable(
        v.pipe(
          v.strictObject({
            minutes: integerBetween(0, 1440),
            percent: integerBetween(0, 100),
            moreMinutes: integerBetween(0, 1440),
            morePercent: integerBetween(0, 100),
          }),
          v.check(
            ({ minutes, percent, moreMinutes, morePercent }) =>
              minutes < moreMinutes && percent <= morePercent,
            'must give back more for more minutes',
          ),
        ),
      ),
    ),
    /** Fee for returning or forwarding uncollected bags; defaults to the policy's. */
    returnFee: v.optional(v.nullable(price)),
    closed,
  }),
  v.check(
    ({ packagePrice, freePieces, sponsoredPieces, nthPieceDiscount }) =>
      !packagePrice || (freePieces === 0 && sponsoredPieces === 0 && nthPieceDiscount === null),
    'has a package price beside free, sponsored or discounted pieces',
  ),
)

export const siteTypes = ['hotel', 'airportTerminal', 'trainTerminal', 'portTerminal', 'unknown'] as const

export const CatalogueSite = v.strictObject({
  siteId: Id,
  regionId: Id,
  priceRuleId: Id,
  /** `unknown` is a storage place. */
  type: v.picklist(siteTypes),
  name: localized(requiredText(80)),
  /** Search aliases, such as `PVG`. */
  aliases: v.optional(v.pipe(v.array(requiredText(60)), v.maxLength(20)), []),
  address: localized(requiredText(200)),
  detail: localized(text(200)),
  latitude: Latitude,
  longitude: Longitude,
  phone,
  /** IANA time zone. */
  timeZone: v.pipe(
    v.string(),
    v.maxLength(60),
    v.check(isTimeZone, 'must be a time zone such as Asia/Shanghai'),
  ),
  /** Local opening hours. Null or 00:00 to 00:00 means around the clock. */
  hours: v.optional(
    v.nullable(v.strictObject({ opens: time, closes: time, closedDays: v.optional(closedDays) })),
    null,
  ),
  photos: v.optional(v.pipe(v.array(picture), v.maxLength(9)), []),
  storage: v.optional(v.boolean(), false),
  /** `roomPassword`: there is no front desk, the courier opens the room with a password. */
  access: v.picklist(['frontDesk', 'roomPassword']),
  closed,
})

/** A region that a site delivers to. A site without an open service area serves its own region. */
export const CatalogueServiceArea = v.strictObject({
  siteId: Id,
  regionId: Id,
  /** Minutes from pickup to the earliest delivery; null for the policy's. */
  travelMinutes: v.optional(v.nullable(integerBetween(1, 10_080)), null),
  /** Added to the price per piece, in minor units of the site's currency. */
  surchargePerPiece: v.optional(price, 0),
  /** Maximum distance of an own address from the site, in km; null for the policy's. */
  addressKm: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(2_000))), null),
  closed,
})

/** A printed code. It can't move to another site: close it and create another. */
export const CatalogueQrCode = v.strictObject({
  qrId: Id,
  siteId: Id,
  /** Null at a desk or in a hall. */
  roomNumber: v.optional(v.nullable(requiredText(20)), null),
  closed,
})

/** Closing an employee disables them and revokes their tokens. The role can't change. */
export const CatalogueEmployee = v.strictObject({
  employeeId: Id,
  role: v.picklist(employeeRoles),
  name: requiredText(60),
  phone,
  /** A site worker's site; null for others. */
  siteId: v.optional(v.nullable(Id), null),
  /** A courier's region: orders that start or end there. Null for all regions and for other roles. */
  regionId: v.optional(v.nullable(Id), null),
  closed,
})

export const CatalogueVehicle = v.strictObject({
  vehicleId: Id,
  plate: requiredText(20),
  model: v.optional(text(60), ''),
  /** The driver, whose orders show the plate; null if none. */
  courierId: v.optional(v.nullable(Id), null),
  closed,
})

export const CatalogueAnnouncement = v.pipe(
  v.strictObject({
    announcementId: Id,
    /** Null for every region. */
    regionId: v.optional(v.nullable(Id), null),
    /** Null for every site. */
    siteId: v.optional(v.nullable(Id), null),
    title: localized(requiredText(80)),
    content: localized(requiredLines(1_000)),
    /** Null for immediately. */
    from: v.optional(v.nullable(Timestamp), null),
    /** Null until closed manually. */
    until: v.optional(v.nullable(Timestamp), null),
    closed,
  }),
  v.check(
    ({ from, until }) => from === null || until === null || Date.parse(from) < Date.parse(until),
    'must end after it begins',
  ),
  v.check(
    ({ regionId, siteId }) => regionId === null || siteId === null,
    'must not have both a region and a site',
  ),
)

/** A company setting that can change at runtime. If missing or closed, the server's own setting applies. */
export const CatalogueConfiguration = v.strictObject({
  /** `contactPhone`: the hotline in pages and messages. */
  key: v.picklist(['contactPhone']),
  value: phone,
  closed,
})

/** Goes into messages, HTML, headers and payment pages, whose syntax needs the excluded characters. */
const brandName = v.pipe(
  requiredText(30),
  v.regex(/^[^<>{}[\]|\\"'`]*$/, 'must have no quotes, brackets or bars; use ’ for an apostrophe'),
)

const brandColor = (scheme: ColorScheme) =>
  v.pipe(
    v.string(),
    v.regex(/^#[\da-f]{6}$/i, 'must be a color such as #0e5c4a'),
    v.check(
      (color) => !/^#[\da-f]{6}$/i.test(color) || brandColorFault(color, scheme) === null,
      ({ input }) => brandColorFault(input, scheme) ?? '',
    ),
  )

/** A picture's source text, at most 16 KB. */
const svg = v.pipe(
  v.string(),
  v.maxLength(16_384, 'is larger than 16 KB'),
  v.check(
    (source) => svgFault(source) === null,
    ({ input }) => svgFault(input) ?? '',
  ),
)

/**
 * One version of the company's brand. Of the open ones, that with the latest `from` in the past is shown. Closing it
 * brings the previous one back.
 */
export const CatalogueBrand = v.strictObject({
  brandId: Id,
  name: localized(brandName),
  /** Of links and main buttons; null for the product's. */
  color: v.optional(
    v.nullable(v.strictObject({ light: brandColor('light'), dark: brandColor('dark') })),
    null,
  ),
  /** Replaces the name in headers; null for the name alone. */
  logo: v.optional(v.nullable(v.strictObject({ light: svg, dark: v.optional(v.nullable(svg), null) })), null),
  /** A square picture for tabs and home screens; null for the product's. */
  icon: v.optional(v.nullable(svg), null),
  /** Null for immediately. */
  from: v.optional(v.nullable(Timestamp), null),
  closed,
})

const many = <Entry extends v.GenericSchema>(entry: Entry, most: number) =>
  v.optional(v.pipe(v.array(entry), v.maxLength(most)), [])

/** A company's own data, or a part of it. */
export const Catalogue = v.strictObject({
  regions: many(CatalogueRegion, 500),
  insurancePlans: many(CatalogueInsurancePlan, 500),
  priceRules: many(CataloguePriceRule, 2_000),
  sites: many(CatalogueSite, 5_000),
  serviceAreas: many(CatalogueServiceArea, 20_000),
  qrCodes: many(CatalogueQrCode, 50_000),
  employees: many(CatalogueEmployee, 5_000),
  vehicles: many(CatalogueVehicle, 5_000),
  announcements: many(CatalogueAnnouncement, 1_000),
  configuration: many(CatalogueConfiguration, 10),
  brands: many(CatalogueBrand, 50),
})
export type Catalogue = v.InferOutput<typeof Catalogue>

/** In dependency order: each kind comes after those it refers to. */
export const catalogueKinds = [
  'regions',
  'insurancePlans',
  'priceRules',
  'sites',
  'serviceAreas',
  'qrCodes',
  'employees',
  'vehicles',
  'announcements',
  'configuration',
  'brands',
] as const satisfies (keyof Catalogue)[]
export type CatalogueKind = (typeof catalogueKinds)[number]
export type CatalogueEntry<Kind extends CatalogueKind = CatalogueKind> = Catalogue[Kind][number]

export const CatalogueItem = v.variant('kind', [
  v.strictObject({ kind: v.literal('regions'), entry: CatalogueRegion }),
  v.strictObject({ kind: v.literal('insurancePlans'), entry: CatalogueInsurancePlan }),
  v.strictObject({ kind: v.literal('priceRules'), entry: CataloguePriceRule }),
  v.strictObject({ kind: v.literal('sites'), entry: CatalogueSite }),
  v.strictObject({ kind: v.literal('serviceAreas'), entry: CatalogueServiceArea }),
  v.strictObject({ kind: v.literal('qrCodes'), entry: CatalogueQrCode }),
  v.strictObject({ kind: v.literal('employees'), entry: CatalogueEmployee }),
  v.strictObject({ kind: v.literal('vehicles'), entry: CatalogueVehicle }),
  v.strictObject({ kind: v.literal('announcements'), entry: CatalogueAnnouncement }),
  v.strictObject({ kind: v.literal('configuration'), entry: CatalogueConfiguration }),
  v.strictObject({ kind: v.literal('brands'), entry: CatalogueBrand }),
])
export type CatalogueItem = v.InferOutput<typeof CatalogueItem>

const Fields = v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(64)))

/**
 * The entry's new state. `fields` limits the change to those columns, such as `name.en-US`, so that concurrent edits of
 * others are kept. Without it, every field is replaced.
 */
export const CatalogueItemChange = v.variant(
  'kind',
  CatalogueItem.options.map((option) => v.strictObject({ ...option.entries, fields: Fields })),
)
