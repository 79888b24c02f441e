import { createHmac } from 'node:crypto'
import type { Phone } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { employeeLimits } from '@handsfree/core/policy'
import { and, count, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { newId } from '../../runtime/random.ts'
import type { Employee, Services } from '../../runtime/services.ts'
import { deskTexts } from './desk-texts.table.ts'

const dayBefore = (now: Date): Date => new Date(now.getTime() - 86_400_000)

/** Records an SMS from a desk. Throws 2004 with the exhausted daily limit as `field`. */
export async function countDeskText(
  tx: Transaction,
  { keys, now, random }: Pick<Services, 'keys' | 'now' | 'random'>,
  { employeeId }: Employee,
  { siteId, guest }: { siteId: string; guest: Phone },
): Promise<void> {
  const time = now()
  const phoneHash = createHmac('sha256', keys.senders)
    .update(`desk text ${guest.dialCode} ${guest.phoneNumber}`)
    .digest('hex')
  // Serialized, so that concurrent texts can't exceed the limit.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('desk texts', 0))`)
  const bounds = [
    ['employeeTexts', eq(deskTexts.employeeId, employeeId), employeeLimits.textsPerDay],
    ['siteTexts', eq(deskTexts.siteId, siteId), employeeLimits.textsPerSiteAndDay],
    ['numberTexts', eq(deskTexts.phoneHash, phoneHash), employeeLimits.textsPerNumberAndDay],
  ] as const
  for (const [field, isOwn, limit] of bounds) {
    const [sent] = await tx
      .select({ texts: count() })
      .from(deskTexts)
      .where(and(isOwn, gt(deskTexts.createTime, dayBefore(time))))
    if ((sent?.texts ?? 0) < limit) continue
    const details = { field, textsLeft: 0 }
    throw new ApiError(errorCodes.verificationCodeTooSoon, 'daily text message limit reached', { details })
  }
  await tx
    .insert(deskTexts)
    .values({ textId: newId(random), employeeId, siteId, phoneHash, createTime: time })
}

export const sweepDeskTexts = (db: Database, now: Date) =>
  db.delete(deskTexts).where(lt(deskTexts.createTime, dayBefore(now)))
