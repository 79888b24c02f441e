import type { Locale, Phone } from '@handsfree/core/api'
import { and, eq } from 'drizzle-orm'
import { newId } from '../db/columns.ts'
import type { Transaction } from '../db/database.ts'
import { findSite } from '../sites/sites.ts'
import { users } from './users.table.ts'

/** The uin of the traveller with a phone, who is created at the first sign-in, also by concurrent ones. */
export async function findOrCreateUser(
  tx: Transaction,
  {
    dialCode,
    phoneNumber,
    locale,
    siteId,
    now,
  }: Phone & { locale: Locale; siteId: string | null; now: Date },
): Promise<string> {
  const hasPhone = and(eq(users.dialCode, dialCode), eq(users.phoneNumber, phoneNumber))
  const [known] = await tx.select({ uin: users.uin }).from(users).where(hasPhone)
  if (known) return known.uin
  const isSite = siteId !== null && (await findSite(tx, siteId, locale)) !== null
  const [made] = await tx
    .insert(users)
    .values({
      uin: newId(),
      dialCode,
      phoneNumber,
      locale,
      firstSiteId: isSite ? siteId : null,
      createTime: now,
      updateTime: now,
    })
    .onConflictDoUpdate({ target: [users.dialCode, users.phoneNumber], set: { dialCode } })
    .returning({ uin: users.uin })
  return made!.uin
}
