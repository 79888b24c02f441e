import { eq } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { users } from './users.table.ts'

/**
 * Locks a traveller's row until the transaction ends: calls that count what a traveller has and then add to it take
 * turns, or several at once would each find the last free place.
 */
export async function lockTraveller(tx: Transaction, uin: string): Promise<void> {
  await tx.select({ uin: users.uin }).from(users).where(eq(users.uin, uin)).for('no key update')
}
