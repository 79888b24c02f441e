import { codeLimits } from '@handsfree/core/policy'
import { and, eq, gt, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import { secondsBefore } from './requests.ts'
import { lockSending } from './sender.ts'
import { verificationCounts as counts, verificationPauses as pauses } from './verification.table.ts'

const everywhere = '*'

const slot = 300
const slotOf = (time: Date): Date => new Date(Math.floor(time.getTime() / (slot * 1000)) * slot * 1000)

async function sums(tx: Transaction, country: string, from: Date, before: Date) {
  const [row] = await tx
    .select({
      sent: sql<number>`coalesce(sum(${counts.sent}), 0)::int`,
      verified: sql<number>`coalesce(sum(${counts.verified}), 0)::int`,
    })
    .from(counts)
    .where(and(eq(counts.country, country), gte(counts.startTime, from), lt(counts.startTime, before)))
  return row!
}

/** Returns the country, or `*`, with too many unverified messages. Null if there's none. */
async function overloaded(tx: Transaction, country: string, now: Date): Promise<string | null> {
  const current = slotOf(now)
  const end = new Date(current.getTime() + slot * 1000)
  for (const [name, { base, share }] of [
    [country, codeLimits.country],
    [everywhere, codeLimits.everywhere],
  ] as const) {
    const { sent, verified } = await sums(tx, name, secondsBefore(end, 86_400), end)
    if (sent - verified >= base + share * verified) return name
  }
  // Excludes the current slot, whose codes are still being typed.
  const { sent, verified } = await sums(tx, country, secondsBefore(current, 3_600), current)
  const { messages, verified: least } = codeLimits.breaker
  return sent >= messages && verified < least * sent ? country : null
}

export async function isPaused(tx: Transaction, country: string, now: Date): Promise<boolean> {
  const running = await tx
    .select({ country: pauses.country })
    .from(pauses)
    .where(and(inArray(pauses.country, [country, everywhere]), gt(pauses.endTime, now)))
  return running.length > 0
}

/**
 * Returns whether sending to a country must pause, and starts the pause if needed. Reports each pause to `onPause`
 * once. Holds a lock until the transaction ends.
 */
export async function mustPause(
  tx: Transaction,
  country: string,
  now: Date,
  onPause: (country: string) => void,
): Promise<boolean> {
  await lockSending(tx)
  if (await isPaused(tx, country, now)) return true
  const paused = await overloaded(tx, country, now)
  if (!paused) return false
  const endTime = new Date(now.getTime() + codeLimits.pause * 1000)
  await tx
    .insert(pauses)
    .values({ country: paused, endTime })
    .onConflictDoUpdate({ target: pauses.country, set: { endTime } })
  onPause(paused)
  return true
}

async function add(tx: Transaction, country: string, time: Date, more: { sent: number; verified: number }) {
  // `*` first: every transaction must lock the rows in the same order.
  await tx
    .insert(counts)
    .values([everywhere, country].map((name) => ({ country: name, startTime: slotOf(time), ...more })))
    .onConflictDoUpdate({
      target: [counts.country, counts.startTime],
      set: {
        sent: sql`${counts.sent} + excluded.sent`,
        verified: sql`${counts.verified} + excluded.verified`,
      },
    })
}

export const countSent = (tx: Transaction, country: string, now: Date) =>
  add(tx, country, now, { sent: 1, verified: 0 })

/** Counts a number's first sign-in of the day. `sentTime` is when its message was sent. */
export const countVerified = (tx: Transaction, country: string, sentTime: Date) =>
  add(tx, country, sentTime, { sent: 0, verified: 1 })

export const sweepCounts = async (db: Pick<Transaction, 'delete'>, now: Date): Promise<void> => {
  await db.delete(counts).where(lt(counts.startTime, secondsBefore(now, 2 * 86_400)))
  await db.delete(pauses).where(lte(pauses.endTime, now))
}
