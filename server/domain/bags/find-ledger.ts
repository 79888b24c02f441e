import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { type BagEntryRow, type BagQuestionRow, bagEntries, bagQuestions } from './ledger.table.ts'

export const findEntries = ({ tx }: { tx: Database }, orderId: string): Promise<BagEntryRow[]> =>
  tx.select().from(bagEntries).where(eq(bagEntries.orderId, orderId)).orderBy(asc(bagEntries.position))

export const findQuestions = ({ tx }: { tx: Database }, orderId: string): Promise<BagQuestionRow[]> =>
  tx.select().from(bagQuestions).where(eq(bagQuestions.orderId, orderId)).orderBy(asc(bagQuestions.position))
