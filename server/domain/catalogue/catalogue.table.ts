import type { Catalogue, CatalogueChange, CatalogueKind, OperationAction } from '@handsfree/core/contract'
import { bigserial, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, localizedText } from '../../runtime/db/columns.ts'
import { regions } from '../regions/regions.table.ts'
import { sites } from '../sites/sites.table.ts'
import { employees } from '../users/employees.table.ts'

/** The driving courier's row has a copy of the plate. */
export const vehicles = pgTable(
  'vehicles',
  {
    vehicleId: text('vehicle_id').primaryKey(),
    plate: text('plate').notNull(),
    model: text('model').notNull().default(''),
    courierId: text('courier_id').references(() => employees.employeeId),
    closedTime: instant('closed_time'),
  },
  (table) => [index('vehicles_courier').on(table.courierId)],
)

export const announcements = pgTable(
  'announcements',
  {
    announcementId: text('announcement_id').primaryKey(),
    /** Null: every region. */
    regionId: text('region_id').references(() => regions.regionId),
    /** Null: every site. */
    siteId: text('site_id').references(() => sites.siteId),
    title: localizedText('title').notNull(),
    content: localizedText('content').notNull(),
    fromTime: instant('from_time'),
    untilTime: instant('until_time'),
    createTime: instant('create_time').notNull(),
    closedTime: instant('closed_time'),
  },
  (table) => [index('announcements_region').on(table.regionId), index('announcements_site').on(table.siteId)],
)

export const configuration = pgTable('configuration', {
  key: text('key').$type<'contactPhone'>().primaryKey(),
  value: text('value').notNull(),
  closedTime: instant('closed_time'),
})

/** Versions of the company's brand. */
export const brands = pgTable('brands', {
  brandId: text('brand_id').primaryKey(),
  name: localizedText('name').notNull(),
  color: jsonb('color').$type<Catalogue['brands'][number]['color']>(),
  logo: jsonb('logo').$type<Catalogue['brands'][number]['logo']>(),
  icon: text('icon'),
  fromTime: instant('from_time'),
  closedTime: instant('closed_time'),
})

/** Change log of the catalogue. Orders have their own. */
export const catalogueOperations = pgTable(
  'catalogue_operations',
  {
    operationId: text('operation_id').primaryKey(),
    position: bigserial('position', { mode: 'number' }).notNull(),
    action: integer('action').$type<OperationAction>().notNull(),
    actor: text('actor').notNull(),
    kind: text('kind').$type<CatalogueKind>().notNull(),
    entryId: text('entry_id').notNull(),
    change: text('change').$type<CatalogueChange['change']>().notNull(),
    fields: jsonb('fields').$type<string[]>().notNull(),
    time: instant('time').notNull(),
  },
  (table) => [
    index('catalogue_operations_position').on(table.position),
    index('catalogue_operations_time').on(table.time),
  ],
)
