import { createHmac } from 'node:crypto'
import { lte, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Keys } from '../keys.ts'
import { requestCounts as counts } from './request-counts.table.ts'

/** Adds to a window that all instances share. */
export type TakeShared = (
  limit: string,
  key: string,
  added: number,
  windowMs: number,
) => Promise<{ count: number; secondsLeft: number }>

/** Uses the database's clock, because those of instances differ. */
export const shareCounts =
  (db: Database, keys: Keys): TakeShared =>
  async (limit, key, added, windowMs) => {
    const hash = createHmac('sha256', keys.senders).update(key).digest('base64url')
    const isOver = sql`${counts.endTime} <= clock_timestamp()`
    const [window] = await db
      .insert(counts)
      .values({
        key: `${limit} ${hash}`,
        count: added,
        endTime: sql`clock_timestamp() + ${windowMs}::integer * interval '1 millisecond'`,
      })
      .onConflictDoUpdate({
        target: counts.key,
        set: {
          count: sql`case when ${isOver} then excluded.count else ${counts.count} + excluded.count end`,
          endTime: sql`case when ${isOver} then excluded.end_time else ${counts.endTime} end`,
        },
      })
      .returning({
        count: counts.count,
        secondsLeft: sql<number>`extract(epoch from ${counts.endTime} - clock_timestamp())`.mapWith(Number),
      })
    if (!window) throw new Error('no count returned')
    return window
  }

export const sweepRequestCounts = (db: Database, now: Date) =>
  db.delete(counts).where(lte(counts.endTime, now))
