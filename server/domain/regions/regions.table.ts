import type { Currency } from '@handsfree/core/contract'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, localizedText } from '../../runtime/db/columns.ts'

export const regions = pgTable('regions', {
  regionId: text('region_id').primaryKey(),
  name: localizedText('name').notNull(),
  closedTime: instant('closed_time'),
})

/** One plan per region; regions without one return 7004. Amounts in minor units of `currency`. */
export const insurancePlans = pgTable('insurance_plans', {
  planId: text('plan_id').primaryKey(),
  regionId: text('region_id')
    .notNull()
    .unique()
    .references(() => regions.regionId),
  name: localizedText('name').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  tiers: jsonb('tiers').$type<{ coverPerPiece: number; premiumPerPiece: number }[]>().notNull(),
  closedTime: instant('closed_time'),
})
