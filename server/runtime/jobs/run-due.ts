import type { DueJobKind } from '@handsfree/core/contract'
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import { SubjectError } from '../subject-error.ts'
import { failedJobs } from './failed-jobs.table.ts'
import { forEach } from './for-each.ts'
import { lastErrorOf } from './last-error.ts'
import { leaseDue } from './lease.ts'

type DueServices = Pick<Services, 'db' | 'now'>

export const dueBatch = 20

const minuteMs = 60_000
/** Retry interval of a failed sweep step, ms. */
const sweepMs = 60 * minuteMs
/** These tries take more than six hours. Then an operator must act. */
const maxTries = 12

const pauseAfter = (tries: number): number => Math.min(2 ** (tries - 1), 60) * minuteMs

/** `work` returns this if it skipped the row. Its earlier failures stay recorded. */
export const skippedRow = Symbol('skipped row')

/** Excludes failed rows, which have their own retry schedule, so that they don't block others. */
export const hasNotFailed = (kind: DueJobKind, subject: SQLWrapper): SQL =>
  sql`not exists (select from ${failedJobs} where ${failedJobs.kind} = ${kind} and ${failedJobs.subject} = ${subject})`

type Failure = { kind: DueJobKind; subject: string; tries: number; nextTime: Date | null; error: unknown }

async function recordAndThrow(
  { db, now }: DueServices,
  { kind, subject, tries, nextTime, error }: Failure,
): Promise<never> {
  const changes = { tries, nextTime, lastError: lastErrorOf(error) }
  await db
    .insert(failedJobs)
    .values({ kind, subject, createTime: now(), ...changes })
    .onConflictDoUpdate({ target: [failedJobs.kind, failedJobs.subject], set: changes })
  throw new SubjectError({ subject }, error)
}

const clearFailure = ({ db }: DueServices, kind: DueJobKind, subject: string) =>
  db.delete(failedJobs).where(and(eq(failedJobs.kind, kind), eq(failedJobs.subject, subject)))

/**
 * Processes due rows and failed rows due for a retry. `work` must lock the row and check again that it is due. Failed
 * rows are stored with their error and retried with backoff from a minute to an hour, up to 12 tries. Throws all
 * failures at the end.
 */
export async function runDue(
  services: DueServices,
  kind: DueJobKind,
  due: readonly string[],
  work: (subject: string) => Promise<unknown>,
): Promise<void> {
  const failedRows = await leaseDue(services.db, services.now(), {
    table: failedJobs,
    id: { kind: failedJobs.kind, subject: failedJobs.subject },
    due: 'nextTime',
    where: eq(failedJobs.kind, kind),
  })
  const triesOf = new Map(failedRows.map(({ subject, tries }) => [subject, tries]))
  await forEach([...new Set([...due, ...triesOf.keys()])], async (subject) => {
    const tries = (triesOf.get(subject) ?? 0) + 1
    let result: unknown
    try {
      result = await work(subject)
    } catch (error) {
      const nextTime = tries < maxTries ? new Date(services.now().getTime() + pauseAfter(tries)) : null
      return recordAndThrow(services, { kind, subject, tries, nextTime, error })
    }
    if (triesOf.has(subject) && result !== skippedRow) await clearFailure(services, kind, subject)
  })
}

/** Runs a sweep step, which is never given up. Stores its failure until it succeeds, and throws it. */
export async function runStep(
  services: DueServices,
  step: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const { db, now } = services
  try {
    await work()
  } catch (error) {
    const isThisStep = and(eq(failedJobs.kind, 'sweep'), eq(failedJobs.subject, step))
    const [before] = await db.select({ tries: failedJobs.tries }).from(failedJobs).where(isThisStep)
    const nextTime = new Date(now().getTime() + sweepMs)
    return recordAndThrow(services, {
      kind: 'sweep',
      subject: step,
      tries: (before?.tries ?? 0) + 1,
      nextTime,
      error,
    })
  }
  await clearFailure(services, 'sweep', step)
}
