import type { LocationType, PriceRule } from '@handsfree/core/api'
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
import { localizedText, referringTo } from '../db/columns.ts'
import { regions } from '../regions/regions.table.ts'

/** Hotels, terminals, ports and storage places. */
export const sites = pgTable(
  'sites',
  {
    siteId: text('site_id').primaryKey(),
    regionId: referringTo('region_id', () => regions.regionId),
    type: integer('type').$type<LocationType>().notNull(),
    name: localizedText('name').notNull(),
    /** Other names that people search for, such as `PVG`. */
    aliases: jsonb('aliases').$type<string[]>().notNull().default([]),
    /** What a search looks in; null until it is written. */
    searchText: text('search_text'),
    address: localizedText('address').notNull(),
    detail: localizedText('detail').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    phone: text('phone').notNull(),
    timeZone: text('time_zone').notNull(),
    hours: jsonb('hours').$type<{ opens: string; closes: string }>(),
    photos: jsonb('photos').$type<string[]>().notNull().default([]),
    storage: boolean('storage').notNull(),
    priceRule: jsonb('price_rule').$type<PriceRule>().notNull(),
    access: text('access').$type<'frontDesk' | 'roomPassword'>().notNull(),
  },
  (table) => [index('sites_region').on(table.regionId)],
)

/** Service areas of a site, one row each. A site without any serves its own region. */
export const serviceAreas = pgTable(
  'service_areas',
  {
    siteId: referringTo('site_id', () => sites.siteId),
    regionId: referringTo('region_id', () => regions.regionId),
    /** Minutes from pickup to the earliest delivery; null: the policy's. */
    travelMinutes: integer('travel_minutes'),
    /** Added to the price of each piece, minor units of the site's price rule. */
    surchargePerPiece: integer('surcharge_per_piece').notNull().default(0),
    /** Greatest distance of a traveller's own address from the site, kilometres; null: the policy's. */
    addressKm: doublePrecision('address_km'),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.regionId] })],
)

/** QR codes at a desk, in a room or in a hall. */
export const qrCodes = pgTable(
  'qr_codes',
  {
    qrId: text('qr_id').primaryKey(),
    siteId: referringTo('site_id', () => sites.siteId),
    roomNumber: text('room_number'),
  },
  (table) => [index('qr_codes_any_case').on(sql`lower(${table.qrId})`)],
)

/** One row, which triggers count up with every change of regions, plans, sites, service areas and QR codes. */
export const placesVersion = pgTable('places_version', {
  isOnly: boolean('is_only').primaryKey().default(true),
  version: bigint('version', { mode: 'number' }).notNull(),
})
