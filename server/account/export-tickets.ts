import { type AccountExport, errorCodes } from '@handsfree/core/api'
import { accountPolicy } from '@handsfree/core/policy'
import { and, count, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { ApiError } from '../http/api-error.ts'
import { hashLinkToken } from '../links/link-token.ts'
import type { Services } from '../services.ts'
import { lockTraveller } from '../users/lock-traveller.ts'
import { isTokenAlive } from '../users/tokens.ts'
import { accountExports } from './account.table.ts'

/** Milliseconds within which a download begins. */
const goodForMs = 5 * 60_000
const dayMs = 86_400_000
const ticketBytes = 16

/**
 * Makes the address of one download. A traveller's own is bounded: throws 1012 (429) for the fourth within a day.
 */
export async function makeExport(
  tx: Transaction,
  { now, random }: Pick<Services, 'now' | 'random'>,
  { uin, tokenHash }: { uin: string; tokenHash: string | null },
): Promise<AccountExport> {
  const time = now()
  if (tokenHash) {
    await lockTraveller(tx, uin)
    const since = new Date(time.getTime() - dayMs)
    const [made] = await tx
      .select({ exports: count() })
      .from(accountExports)
      .where(
        and(
          eq(accountExports.uin, uin),
          isNotNull(accountExports.tokenHash),
          gt(accountExports.createTime, since),
        ),
      )
    if ((made?.exports ?? 0) >= accountPolicy.exportsPerDay) {
      throw new ApiError(errorCodes.accessDenied, 'enough downloads for a day', { status: 429 })
    }
  }
  const ticket = random.bytes(ticketBytes).toString('base64url')
  await tx
    .insert(accountExports)
    .values({ ticketHash: hashLinkToken(ticket), uin, tokenHash, createTime: time })
  return {
    url: `/api/account/export/${ticket}`,
    expiresAt: new Date(time.getTime() + goodForMs).toISOString(),
  }
}

/** Whose data a ticket opens, now and never again; null for an unknown, used, late or signed-out one. */
export async function useExport(db: Database, ticket: string, now: Date): Promise<string | null> {
  const [used] = await db
    .update(accountExports)
    .set({ useTime: now })
    .where(
      and(
        eq(accountExports.ticketHash, hashLinkToken(ticket)),
        isNull(accountExports.useTime),
        gt(accountExports.createTime, new Date(now.getTime() - goodForMs)),
      ),
    )
    .returning({ uin: accountExports.uin, tokenHash: accountExports.tokenHash })
  if (!used) return null
  return used.tokenHash === null || (await isTokenAlive(db, used.tokenHash, now)) ? used.uin : null
}

export const sweepExports = (db: Database, now: Date) =>
  db.delete(accountExports).where(lt(accountExports.createTime, new Date(now.getTime() - dayMs)))
