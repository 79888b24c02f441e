import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import { prepareStatement } from '../../runtime/db/prepare-statement.ts'
import { idempotencyKeys } from '../../runtime/http/idempotency.table.ts'
import { type KeyReservation, replaceExpiredKey } from '../../runtime/http/idempotency.ts'
import { travellerOfToken } from './tokens.ts'
import { tokens, users } from './users.table.ts'

const reserveKeyStatement = prepareStatement('lock a traveller and reserve their key', (db, name) => {
  const caller = db.$with('caller').as(
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
      .for('no key update', { of: users }),
  )
  const { placeholder } = sql
  const reserved = db.$with('reserved').as(
    db
      .insert(idempotencyKeys)
      .select(
        // Status and body of the response are null until the call ends.
        sql`select uin, ${placeholder('key')}::text, ${placeholder('requestHash')}::text, null::integer, null::jsonb,
          ${placeholder('now')}::timestamptz from ${caller}`,
      )
      .onConflictDoUpdate(replaceExpiredKey)
      .returning({ key: idempotencyKeys.key }),
  )
  return db
    .with(caller, reserved)
    .select({
      uin: caller.uin,
      locale: caller.locale,
      useTime: caller.useTime,
      createTime: caller.createTime,
      isReserved: sql<boolean>`exists (select from ${reserved})`,
    })
    .from(caller)
    .prepare(name)
})

/**
 * Authenticates a token, locks the traveller (`lockTraveller`) and reserves the idempotency key in one statement. Null
 * for an unknown or expired token.
 */
export async function reserveTravellerKey(tx: Transaction, tokenHash: string, reservation: KeyReservation) {
  const sent = { ...reservation, now: reservation.now.toISOString() }
  const [found] = await reserveKeyStatement(tx, { tokenHash, ...sent })
  const traveller = found && (await travellerOfToken(tx, tokenHash, found, reservation.now))
  return traveller ? { traveller, isReserved: found.isReserved } : null
}
