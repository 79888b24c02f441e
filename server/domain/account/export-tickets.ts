import type { AccountExport } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { and, count, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { Services } from '../../runtime/services.ts'
import { hashLinkToken } from '../links/link-token.ts'
import { isTokenAlive } from '../users/tokens.ts'
import { accountExports } from './account.table.ts'

/** Milliseconds until a ticket expires. The download must start before. */
const validForMs = 5 * 60_000
const dayMs = 86_400_000
const ticketBytes = 16
/** Includes interrupted downloads. */
const ticketsPerDay = 12
/** Download starts per ticket: browsers send two requests, and connections drop. */
const triesPerTicket = 5

async function countToday(tx: Database, uin: string, now: Date) {
  const { tokenHash, createTime, sentTime } = accountExports
  const [counts] = await tx
    .select({ made: count(), sent: count(sentTime) })
    .from(accountExports)
    .where(
      and(eq(accountExports.uin, uin), isNotNull(tokenHash), gt(createTime, new Date(now.getTime() - dayMs))),
    )
  return counts ?? { made: 0, sent: 0 }
}

/**
 * Creates a download ticket. Throws 1012 (429) after `policy.exportsPerDay` completed downloads or 12 tickets of the
 * traveller's own in 24 hours.
 */
export async function makeExport(
  tx: Transaction,
  { now, random }: Pick<Services, 'now' | 'random'>,
  { uin, tokenHash }: { uin: string; tokenHash: string | null },
): Promise<AccountExport> {
  const time = now()
  if (tokenHash) {
    const { made, sent } = await countToday(tx, uin, time)
    if (sent >= policy.exportsPerDay || made >= ticketsPerDay) {
      throw new ApiError(errorCodes.accessDenied, 'daily download limit reached', { status: 429 })
    }
  }
  const ticket = random.bytes(ticketBytes).toString('base64url')
  await tx
    .insert(accountExports)
    .values({ ticketHash: hashLinkToken(ticket), uin, tokenHash, createTime: time })
  return {
    url: `/api/account/export/${ticket}`,
    expiresAt: new Date(time.getTime() + validForMs).toISOString(),
  }
}

/**
 * Returns the uin that a ticket grants access to. Null if it's unknown, expired, signed out, already downloaded or
 * out of tries.
 */
export async function useExport(db: Database, ticket: string, now: Date): Promise<string | null> {
  const isOpen = and(
    eq(accountExports.ticketHash, hashLinkToken(ticket)),
    isNull(accountExports.sentTime),
    lt(accountExports.tries, triesPerTicket),
    gt(accountExports.createTime, new Date(now.getTime() - validForMs)),
  )
  const [found] = await db.select().from(accountExports).where(isOpen)
  if (!found) return null
  const { uin, tokenHash } = found
  if (tokenHash !== null) {
    if (!(await isTokenAlive(db, tokenHash, now))) return null
    if ((await countToday(db, uin, now)).sent >= policy.exportsPerDay) return null
  }
  const updatedRows = await db
    .update(accountExports)
    .set({ useTime: now, tries: sql`${accountExports.tries} + 1` })
    .where(isOpen)
    .returning({ uin: accountExports.uin })
  return updatedRows[0]?.uin ?? null
}

export const endExport = (db: Database, ticket: string, now: Date) =>
  db
    .update(accountExports)
    .set({ sentTime: now })
    .where(eq(accountExports.ticketHash, hashLinkToken(ticket)))

export const sweepExports = (db: Database, now: Date) =>
  db.delete(accountExports).where(lt(accountExports.createTime, new Date(now.getTime() - dayMs)))
