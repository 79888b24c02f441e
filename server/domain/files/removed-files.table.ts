import { bigserial, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../runtime/db/columns.ts'

/** Contents to remove from the file store. Their rows are already deleted. */
export const removedFiles = pgTable('removed_files', {
  removalId: bigserial('removal_id', { mode: 'number' }).primaryKey(),
  key: text('key').notNull().unique(),
  /** Start of the two-minute lease. During it, no other instance removes or stores this key. */
  claimTime: instant('claim_time'),
  createTime: instant('create_time').notNull(),
})
