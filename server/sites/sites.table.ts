import type { LocationType, PriceRule } from '@handsfree/core/api'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { localizedText } from '../db/columns.ts'
import { regions } from '../regions/regions.table.ts'

/** Hotels, terminals, ports and storage places. */
export const sites = pgTable(
  'sites',
  {
    siteId: text('site_id').primaryKey(),
    regionId: text('region_id')
      .notNull()
      .references(() => regions.regionId),
    type: integer('type').$type<LocationType>().notNull(),
    name: localizedText('name').notNull(),
    address: localizedText('address').notNull(),
    detail: localizedText('detail').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    phone: text('phone').notNull(),
    timeZone: text('time_zone').notNull(),
    hours: jsonb('hours').$type<{ opens: string; closes: string }>(),
    /** Addresses of pictures of the place. */
    photos: jsonb('photos').$type<string[]>().notNull().default([]),
    storage: boolean('storage').notNull(),
    priceRule: jsonb('price_rule').$type<PriceRule>().notNull(),
    access: text('access').$type<'frontDesk' | 'roomPassword'>().notNull(),
  },
  (table) => [index('sites_region').on(table.regionId)],
)

/** What hangs at a desk, in a room or in a hall. */
export const qrCodes = pgTable('qr_codes', {
  qrId: text('qr_id').primaryKey(),
  siteId: text('site_id')
    .notNull()
    .references(() => sites.siteId),
  roomNumber: text('room_number'),
})
