import { errorCodes } from '@handsfree/core/lib'
import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { users } from './users.table.ts'

/**
 * Locks a traveller for the rest of the transaction. Calls that check a limit and then insert need it: concurrent
 * ones could exceed the limit. Throws 1010 for a deleted account.
 */
export async function lockTraveller(tx: Transaction, uin: string): Promise<void> {
  const isOpen = and(eq(users.uin, uin), isNull(users.deleteTime))
  const [locked] = await tx.select({ uin: users.uin }).from(users).where(isOpen).for('no key update')
  if (!locked) throw new ApiError(errorCodes.notLoggedIn, 'not logged in')
}
