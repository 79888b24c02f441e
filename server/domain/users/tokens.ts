import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { prepareStatement } from '../../runtime/db/prepare-statement.ts'
import { hashToken, newToken } from '../../runtime/random.ts'
import type { Services, Traveller } from '../../runtime/services.ts'
import { isExpired, isValid, isValidAt, touchCutoffAt } from './token-life.ts'
import { tokens, users } from './users.table.ts'

export async function issueToken(
  tx: Transaction,
  { random, now }: Pick<Services, 'random' | 'now'>,
  uin: string,
  device = '',
): Promise<string> {
  const time = now()
  const token = newToken(random)
  await tx
    .insert(tokens)
    .values({ tokenHash: hashToken(token), uin, device, createTime: time, useTime: time })
  return token
}

const selectTraveller = prepareStatement('traveller of a token', (db, name) =>
  db
    .select({
      uin: users.uin,
      locale: users.locale,
      useTime: tokens.useTime,
      createTime: tokens.createTime,
    })
    .from(tokens)
    .innerJoin(users, eq(users.uin, tokens.uin))
    .where(and(eq(tokens.tokenHash, sql.placeholder('tokenHash')), isNull(users.deleteTime)))
    .prepare(name),
)

export async function findTraveller(db: Database, tokenHash: string, now: Date): Promise<Traveller | null> {
  const [found] = await selectTraveller(db, { tokenHash })
  return found ? travellerOfToken(db, tokenHash, found, now) : null
}

/** Returns null for an expired token. Updates the use time occasionally. */
export async function travellerOfToken(
  db: Database,
  tokenHash: string,
  tokenRow: Awaited<ReturnType<typeof selectTraveller>>[number],
  now: Date,
): Promise<Traveller | null> {
  if (!isValidAt(tokenRow, now)) return null
  const touchCutoff = touchCutoffAt(now)
  if (tokenRow.useTime < touchCutoff) {
    await db
      .update(tokens)
      .set({ useTime: now })
      .where(and(eq(tokens.tokenHash, tokenHash), lt(tokens.useTime, touchCutoff)))
  }
  return { uin: tokenRow.uin, locale: tokenRow.locale, tokenHash }
}

/** Doesn't count as a use. */
export async function isTokenAlive(db: Database, tokenHash: string, now: Date): Promise<boolean> {
  const [found] = await selectTraveller(db, { tokenHash })
  return found !== undefined && isValidAt(found, now)
}

export const endToken = (tx: Transaction, tokenHash: string) =>
  tx.delete(tokens).where(eq(tokens.tokenHash, tokenHash))

/** Revokes a valid token. Returns its traveller, else null. */
export async function endValidToken(tx: Transaction, tokenHash: string, now: Date): Promise<string | null> {
  const [ended] = await tx
    .delete(tokens)
    .where(and(eq(tokens.tokenHash, tokenHash), isValid(tokens, now)))
    .returning({ uin: tokens.uin })
  return ended?.uin ?? null
}

export const sweepTokens = (db: Database, now: Date) => db.delete(tokens).where(isExpired(tokens, now))
