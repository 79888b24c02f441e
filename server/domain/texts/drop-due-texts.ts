import { lte } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { textMessages } from './text-messages.table.ts'

/** For a server whose text messages are switched off. */
export const dropDueTexts = (db: Database, now: Date) =>
  db.delete(textMessages).where(lte(textMessages.tryTime, now))
