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

/** Milliseconds within which a download begins. */
const goodForMs = 5 * 60_000
const dayMs = 86_400_000
const ticketBytes = 16
/** Tickets of a day, also of downloads that broke off. */
const ticketsPerDay = 12
/** Downloads that may begin with one ticket: browsers ask twice, and lines break. */
const triesPerTicket = 5

/** The traveller's own tickets within a day: all of them, and those whose download was sent whole. */
async function ownToday(tx: Database, uin: string, now: Date) {
  const { tokenHash, createTime, sentTime } = accountExports
  const [own] = await tx
    .select({ made: count(), sent: count(sentTime) })
    .from(accountExports)
    .where(
      and(eq(accountExports.uin, uin), isNotNull(tokenHash), gt(createTime, new Date(now.getTime() - dayMs))),
    )
  return own ?? { made: 0, sent: 0 }
}

/**
 * Makes the address of one download. A traveller's own are bounded within a day: throws 1012 (429) after three that were
 * sent whole, and after twelve in any case.
 */
export async function makeExport(
  tx: Transaction,
  { now, random }: Pick<Services, 'now' | 'random'>,
  { uin, tokenHash }: { uin: string; tokenHash: string | null },
): Promise<AccountExport> {
  const time = now()
  if (tokenHash) {
    const { made, sent } = await ownToday(tx, uin, time)
    if (sent >= policy.exportsPerDay || made >= ticketsPerDay) {
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

/**
 * Whose data a ticket opens; null for an unknown, late or signed-out one, and for one whose download was sent whole or
 * broke off too often.
 */
export async function useExport(db: Database, ticket: string, now: Date): Promise<string | null> {
  const isOpen = and(
    eq(accountExports.ticketHash, hashLinkToken(ticket)),
    isNull(accountExports.sentTime),
    lt(accountExports.tries, triesPerTicket),
    gt(accountExports.createTime, new Date(now.getTime() - goodForMs)),
  )
  const [found] = await db.select().from(accountExports).where(isOpen)
  if (!found) return null
  const { uin, tokenHash } = found
  if (tokenHash !== null) {
    if (!(await isTokenAlive(db, tokenHash, now))) return null
    if ((await ownToday(db, uin, now)).sent >= policy.exportsPerDay) return null
  }
  const begun = await db
    .update(accountExports)
    .set({ useTime: now, tries: sql`${accountExports.tries} + 1` })
    .where(isOpen)
    .returning({ uin: accountExports.uin })
  return begun[0]?.uin ?? null
}

/** Notes that all of a ticket's download was sent: it opens nothing any more. */
export const endExport = (db: Database, ticket: string, now: Date) =>
  db
    .update(accountExports)
    .set({ sentTime: now })
    .where(eq(accountExports.ticketHash, hashLinkToken(ticket)))

export const sweepExports = (db: Database, now: Date) =>
  db.delete(accountExports).where(lt(accountExports.createTime, new Date(now.getTime() - dayMs)))
