import type { DueJobKind } from '@handsfree/core/contract'
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import { SubjectError } from '../subject-error.ts'
import { claimDue } from './claim.ts'
import { failedJobs } from './failed-jobs.table.ts'
import { forEach } from './for-each.ts'
import { lastErrorOf } from './last-error.ts'

type DueServices = Pick<Services, 'db' | 'now'>

/** Rows in one turn. */
export const dueBatch = 20

const minuteMs = 60_000
/** Milliseconds between the tries of a sweep's step, as between sweeps. */
const sweepMs = 60 * minuteMs
/** After so many tries in vain, over six hours, an operator has to. */
const mostTries = 12

const pauseAfter = (tries: number): number => Math.min(2 ** (tries - 1), 60) * minuteMs

/** What `work` of `runDue` returns for a row that it has not tried: failures of before still count. */
export const notTried = Symbol('not tried')

/** Leaves out rows on which the job has failed: they are tried again at their own times, and hold up no others. */
export const hasNotFailed = (kind: DueJobKind, subject: SQLWrapper): SQL =>
  sql`not exists (select from ${failedJobs} where ${failedJobs.kind} = ${kind} and ${failedJobs.subject} = ${subject})`

type Failure = { kind: DueJobKind; subject: string; tries: number; nextTime: Date | null; error: unknown }

async function recordFailure(
  { db, now }: DueServices,
  { kind, subject, tries, nextTime, error }: Failure,
): Promise<never> {
  const changes = { tries, nextTime, lastError: lastErrorOf(error) }
  await db
    .insert(failedJobs)
    .values({ kind, subject, createTime: now(), ...changes })
    .onConflictDoUpdate({ target: [failedJobs.kind, failedJobs.subject], set: changes })
  throw new SubjectError(subject, error)
}

const clear = ({ db }: DueServices, kind: DueJobKind, subject: string) =>
  db.delete(failedJobs).where(and(eq(failedJobs.kind, kind), eq(failedJobs.subject, subject)))

/**
 * Works on rows that are due, and on those that failed before and are due again; `work` checks behind its lock whether a
 * row still is. A row that fails is stored with its error and holds up no others: it is tried again after a pause, from a
 * minute up to an hour, and given up after 12 tries. Throws all failures together at the end.
 */
export async function runDue(
  services: DueServices,
  kind: DueJobKind,
  due: readonly string[],
  work: (subject: string) => Promise<unknown>,
): Promise<void> {
  const failed = await claimDue(services.db, services.now(), {
    table: failedJobs,
    id: { kind: failedJobs.kind, subject: failedJobs.subject },
    due: 'nextTime',
    where: eq(failedJobs.kind, kind),
  })
  const triesOf = new Map(failed.map(({ subject, tries }) => [subject, tries]))
  await forEach([...new Set([...due, ...triesOf.keys()])], async (subject) => {
    const tries = (triesOf.get(subject) ?? 0) + 1
    let result: unknown
    try {
      result = await work(subject)
    } catch (error) {
      const nextTime = tries < mostTries ? new Date(services.now().getTime() + pauseAfter(tries)) : null
      return recordFailure(services, { kind, subject, tries, nextTime, error })
    }
    if (triesOf.has(subject) && result !== notTried) await clear(services, kind, subject)
  })
}

/** One step of a sweep, which is never given up: its failure is stored until it succeeds. Throws it. */
export async function runStep(
  services: DueServices,
  step: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const { db, now } = services
  try {
    await work()
  } catch (error) {
    const isThis = and(eq(failedJobs.kind, 'sweep'), eq(failedJobs.subject, step))
    const [before] = await db.select({ tries: failedJobs.tries }).from(failedJobs).where(isThis)
    const nextTime = new Date(now().getTime() + sweepMs)
    return recordFailure(services, {
      kind: 'sweep',
      subject: step,
      tries: (before?.tries ?? 0) + 1,
      nextTime,
      error,
    })
  }
  await clear(services, 'sweep', step)
}
