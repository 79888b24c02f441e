import { errorCodes } from '@handsfree/core/lib'
import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { users } from './users.table.ts'

/**
 * Locks a traveller's row until the transaction ends: calls that count what a traveller has and then add to it take
 * turns, or several at once would each find the last free place. Throws 1010 for an account that was deleted meanwhile.
 */
export async function lockTraveller(tx: Transaction, uin: string): Promise<void> {
  const isOpen = and(eq(users.uin, uin), isNull(users.deleteTime))
  const [locked] = await tx.select({ uin: users.uin }).from(users).where(isOpen).for('no key update')
  if (!locked) throw new ApiError(errorCodes.notLoggedIn, 'not logged in')
}
