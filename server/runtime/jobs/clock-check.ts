import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import type { Job } from './jobs.ts'

/** Maximum difference to the database's clock, in seconds. */
const maxDifferenceSeconds = 5 * 60

/** How many seconds this machine's clock is ahead of the database's. */
export async function readClockDifference({ db, now }: Pick<Services, 'db' | 'now'>): Promise<number> {
  const time = sql<string>`extract(epoch from clock_timestamp()) as seconds`
  const [there] = await db
    .select({ seconds: sql<number>`seconds`.mapWith(Number) })
    .from(sql`(select ${time}) as there`)
  if (!there) throw new Error('the database returned no time')
  return Math.round(now().getTime() / 1000 - there.seconds)
}

const pauseNotice = 'deadlines, cancellations and deletions are paused until they agree'
const describeOffset = (ahead: number): string =>
  `this machine's clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's`

/**
 * Makes a timed job fail while this machine's clock differs from the database's. Otherwise a wrong clock would cancel
 * orders and delete data too early. Other jobs run anyway.
 */
export function withClockCheck(job: Job, services: Pick<Services, 'db' | 'now'>): Job {
  if (!job.isTimed) return job
  const run = async () => {
    const ahead = await readClockDifference(services)
    if (Math.abs(ahead) > maxDifferenceSeconds) throw new Error(`${describeOffset(ahead)}: ${pauseNotice}.`)
    return job.run()
  }
  return { ...job, run }
}
