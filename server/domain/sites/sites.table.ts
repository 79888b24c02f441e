import type { LocationType, PriceRule, Site } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { instant, type LocalizedText, localizedText, referringTo } from '../../runtime/db/columns.ts'
import { type insurancePlans, regions } from '../regions/regions.table.ts'

/** Each site has a copy of its rule. */
export const priceRules = pgTable('price_rules', {
  priceRuleId: text('price_rule_id').primaryKey(),
  rule: jsonb('rule').$type<PriceRule>().notNull(),
  closedTime: instant('closed_time'),
})

export const sites = pgTable(
  'sites',
  {
    siteId: text('site_id').primaryKey(),
    regionId: referringTo('region_id', () => regions.regionId),
    type: integer('type').$type<LocationType>().notNull(),
    name: localizedText('name').notNull(),
    /** Other searchable names, such as `PVG`. */
    aliases: jsonb('aliases').$type<string[]>().notNull().default([]),
    /** Precomputed; null until it's filled. */
    searchText: text('search_text'),
    address: localizedText('address').notNull(),
    detail: localizedText('detail').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    phone: text('phone').notNull(),
    timeZone: text('time_zone').notNull(),
    hours: jsonb('hours').$type<Site['hours']>(),
    photos: jsonb('photos').$type<string[]>().notNull().default([]),
    storage: boolean('storage').notNull(),
    /** The rule that `priceRule` copies; null for sites created by releases without rules. */
    priceRuleId: text('price_rule_id').references(() => priceRules.priceRuleId),
    priceRule: jsonb('price_rule').$type<PriceRule>().notNull(),
    access: text('access').$type<'frontDesk' | 'roomPassword'>().notNull(),
    closedTime: instant('closed_time'),
  },
  (table) => [index('sites_region').on(table.regionId), index('sites_price_rule').on(table.priceRuleId)],
)

/** A site without rows serves its own region. */
export const serviceAreas = pgTable(
  'service_areas',
  {
    siteId: referringTo('site_id', () => sites.siteId),
    regionId: referringTo('region_id', () => regions.regionId),
    /** Minutes from pickup to the earliest delivery; null: the policy's. */
    travelMinutes: integer('travel_minutes'),
    /** Added per piece, minor units of the site's price rule. */
    surchargePerPiece: integer('surcharge_per_piece').notNull().default(0),
    /** Maximum distance of an address from the site, km; null: the policy's. */
    addressKm: doublePrecision('address_km'),
    closedTime: instant('closed_time'),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.regionId] })],
)

export const qrCodes = pgTable(
  'qr_codes',
  {
    qrId: text('qr_id').primaryKey(),
    siteId: referringTo('site_id', () => sites.siteId),
    roomNumber: text('room_number'),
    closedTime: instant('closed_time'),
  },
  (table) => [index('qr_codes_any_case').on(sql`lower(${table.qrId})`)],
)

/** Prices before a change, for quotes that are still valid. */
export const pastPrices = pgTable(
  'past_prices',
  {
    siteId: referringTo('site_id', () => sites.siteId),
    replacedTime: instant('replaced_time').notNull(),
    priceRule: jsonb('price_rule').$type<PriceRule>().notNull(),
    plan: jsonb('plan').$type<typeof insurancePlans.$inferSelect>().notNull(),
    areas: jsonb('areas').$type<AreaRow[]>().notNull(),
  },
  (table) => [index('past_prices_site').on(table.siteId, table.replacedTime)],
)

export type AreaRow = {
  regionId: string
  name: LocalizedText
  timeZone: string | null
  travelMinutes: number | null
  surchargePerPiece: number
  addressKm: number | null
}

/**
 * A single row. Triggers increment the version on every change of regions, plans, sites, service areas and QR codes.
 */
export const placesVersion = pgTable('places_version', {
  isOnly: boolean('is_only').primaryKey().default(true),
  version: bigint('version', { mode: 'number' }).notNull(),
})
