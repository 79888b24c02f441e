import { codeLimits } from '@handsfree/core/policy'
import { and, eq, gt, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import { mailCountry } from './mail-address.ts'
import { secondsBefore } from './requests.ts'
import { lockSending } from './sender.ts'
import { verificationCounts as counts, verificationPauses as pauses } from './verification.table.ts'

const allCountries = '*'

/** Counters of a country's codes: its own, and the total of text messages. `*` first, see `addCounts`. */
const countersOf = (country: string): string[] =>
  country === mailCountry ? [mailCountry] : [allCountries, country]

const slotSeconds = 300
const slotOf = (time: Date): Date =>
  new Date(Math.floor(time.getTime() / (slotSeconds * 1000)) * slotSeconds * 1000)

async function sumCounts(tx: Transaction, country: string, from: Date, before: Date) {
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
async function findOverload(tx: Transaction, country: string, now: Date): Promise<string | null> {
  const current = slotOf(now)
  const end = new Date(current.getTime() + slotSeconds * 1000)
  for (const name of countersOf(country).toReversed()) {
    const isTotal = name === allCountries || name === mailCountry
    const { base, share } = isTotal ? codeLimits.everywhere : codeLimits.country
    const { sent, verified } = await sumCounts(tx, name, secondsBefore(end, 86_400), end)
    if (sent - verified >= base + share * verified) return name
  }
  // Excludes the current slot, whose codes are still being typed.
  const { sent, verified } = await sumCounts(tx, country, secondsBefore(current, 3_600), current)
  const { messages, verified: least } = codeLimits.breaker
  return sent >= messages && verified < least * sent ? country : null
}

export async function isPaused(tx: Transaction, country: string, now: Date): Promise<boolean> {
  const running = await tx
    .select({ country: pauses.country })
    .from(pauses)
    .where(and(inArray(pauses.country, countersOf(country)), gt(pauses.endTime, now)))
  return running.length > 0
}

/**
 * Returns whether sending to a country must pause, and starts the pause if needed. Reports each pause to `onPause`
 * once. Holds a lock until the transaction ends.
 */
export async function pauseIfOverloaded(
  tx: Transaction,
  country: string,
  now: Date,
  onPause: (country: string) => void,
): Promise<boolean> {
  await lockSending(tx)
  if (await isPaused(tx, country, now)) return true
  const pausedCountry = await findOverload(tx, country, now)
  if (!pausedCountry) return false
  const endTime = new Date(now.getTime() + codeLimits.pause * 1000)
  await tx
    .insert(pauses)
    .values({ country: pausedCountry, endTime })
    .onConflictDoUpdate({ target: pauses.country, set: { endTime } })
  onPause(pausedCountry)
  return true
}

async function addCounts(
  tx: Transaction,
  country: string,
  time: Date,
  more: { sent: number; verified: number },
) {
  // `*` first: every transaction must lock the rows in the same order.
  await tx
    .insert(counts)
    .values(countersOf(country).map((name) => ({ country: name, startTime: slotOf(time), ...more })))
    .onConflictDoUpdate({
      target: [counts.country, counts.startTime],
      set: {
        sent: sql`${counts.sent} + excluded.sent`,
        verified: sql`${counts.verified} + excluded.verified`,
      },
    })
}

export const countSent = (tx: Transaction, country: string, now: Date) =>
  addCounts(tx, country, now, { sent: 1, verified: 0 })

/** Counts a number's first sign-in of the day. `sentTime` is when its message was sent. */
export const countVerified = (tx: Transaction, country: string, sentTime: Date) =>
  addCounts(tx, country, sentTime, { sent: 0, verified: 1 })

export const sweepCounts = async (db: Pick<Transaction, 'delete'>, now: Date): Promise<void> => {
  await db.delete(counts).where(lt(counts.startTime, secondsBefore(now, 2 * 86_400)))
  await db.delete(pauses).where(lte(pauses.endTime, now))
}
