import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { verificationCodes } from './verification.table.ts'

type Window = { count: number; seconds: number }

/** How many codes a phone may be sent (contract). */
const phoneWindows: Window[] = [
  { count: 1, seconds: 60 },
  { count: 5, seconds: 600 },
  { count: 10, seconds: 86_400 },
]

/** How many codes one address may ask for (contract). */
const senderWindows: Window[] = [{ count: 20, seconds: 3_600 }]

const longest = (windows: Window[]) => Math.max(...windows.map(({ seconds }) => seconds))

/** Seconds until the fullest of the windows has room; 0 when all have. `times` from the newest. */
const secondsToWait = (times: Date[], windows: Window[], now: Date): number =>
  Math.max(
    0,
    ...windows.map(({ count, seconds }) => {
      const oldestThatCounts = times[count - 1]
      if (!oldestThatCounts) return 0
      return Math.ceil(seconds - (now.getTime() - oldestThatCounts.getTime()) / 1000)
    }),
  )

const sentTimes = async (tx: Transaction, from: SQL, windows: Window[], now: Date): Promise<Date[]> => {
  const rows = await tx
    .select({ time: verificationCodes.createTime })
    .from(verificationCodes)
    .where(and(from, gt(verificationCodes.createTime, new Date(now.getTime() - longest(windows) * 1000))))
    .orderBy(desc(verificationCodes.createTime))
    .limit(Math.max(...windows.map(({ count }) => count)))
  return rows.map(({ time }) => time)
}

const lock = (tx: Transaction, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)

/**
 * Seconds until a phone may be sent another code that this sender asks for, 0 for now. Until the transaction ends
 * nobody else gets past here for the same phone or sender, so two at once cannot both find room.
 */
export async function waitForCode(
  tx: Transaction,
  { dialCode, phoneNumber, sender }: { dialCode: string; phoneNumber: string; sender: string },
  now: Date,
): Promise<number> {
  await lock(tx, `code phone ${dialCode} ${phoneNumber}`)
  await lock(tx, `code sender ${sender}`)
  const toPhone = and(
    eq(verificationCodes.dialCode, dialCode),
    eq(verificationCodes.phoneNumber, phoneNumber),
  )!
  const fromSender = eq(verificationCodes.sender, sender)
  return Math.max(
    secondsToWait(await sentTimes(tx, toPhone, phoneWindows, now), phoneWindows, now),
    secondsToWait(await sentTimes(tx, fromSender, senderWindows, now), senderWindows, now),
  )
}
