import type { Locale, Phone } from '@handsfree/core/contract'
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import { newId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { findSite } from '../sites/sites.ts'
import { users } from './users.table.ts'

/** Creates the account at the first sign-in. Safe for concurrent sign-ins. */
export async function findOrCreateUser(
  tx: Transaction,
  { random, now }: Pick<Services, 'random' | 'now'>,
  { dialCode, phoneNumber, locale, siteId }: Phone & { locale: Locale; siteId: string | null },
): Promise<{ uin: string; isNew: boolean }> {
  const hasPhone = and(eq(users.dialCode, dialCode), eq(users.phoneNumber, phoneNumber))
  // Waits for a concurrent deletion, which frees the number for a new account.
  const [known] = await tx.select({ uin: users.uin }).from(users).where(hasPhone).for('no key update')
  if (known) return { uin: known.uin, isNew: false }
  const isSite = siteId !== null && (await findSite(tx, siteId, locale)) !== null
  const [createdUser] = await tx
    .insert(users)
    .values({
      uin: newId(random),
      dialCode,
      phoneNumber,
      locale,
      firstSiteId: isSite ? siteId : null,
      createTime: now(),
      updateTime: now(),
    })
    .onConflictDoUpdate({ target: [users.dialCode, users.phoneNumber], set: { dialCode } })
    .returning({ uin: users.uin })
  return { uin: createdUser!.uin, isNew: true }
}
