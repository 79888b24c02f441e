import { bigserial, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../runtime/db/columns.ts'

/** Contents to remove from the file store, whose rows are deleted already. */
export const removedFiles = pgTable('removed_files', {
  removalId: bigserial('removal_id', { mode: 'number' }).primaryKey(),
  /** The key in the file store. */
  key: text('key').notNull().unique(),
  /** When somebody began to remove it: for two minutes nobody else does, and nobody stores it again. */
  claimTime: instant('claim_time'),
  createTime: instant('create_time').notNull(),
})
