import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import type { Job } from './jobs.ts'

/** Seconds that this machine's clock may be away from the database's. */
const mostDifference = 5 * 60

const held = 'nothing is ended, canceled or deleted until they agree'
const wordsOf = (ahead: number): string =>
  `this machine's clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's`

/**
 * A timed job that does nothing, and fails, while this machine's clock is far from the database's: one of them is wrong, and
 * orders would be canceled and what is kept deleted before their time. Other jobs stay as they are.
 */
export function withRightClock(job: Job, { db, now }: Pick<Services, 'db' | 'now'>): Job {
  if (!job.isTimed) return job
  const run = async () => {
    const time = sql<string>`extract(epoch from clock_timestamp()) as seconds`
    const [there] = await db
      .select({ seconds: sql<number>`seconds`.mapWith(Number) })
      .from(sql`(select ${time}) as there`)
    const ahead = Math.round(now().getTime() / 1000 - (there?.seconds ?? 0))
    if (Math.abs(ahead) > mostDifference) throw new Error(`${wordsOf(ahead)}: ${held}.`)
    return job.run()
  }
  return { ...job, run }
}
