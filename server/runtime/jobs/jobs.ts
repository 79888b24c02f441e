import type { Clock } from '../clock.ts'
import { waitAtMost } from '../wait-at-most.ts'

/** Milliseconds for running jobs during a stop. Their leased work is retried by another run. */
const graceMs = 5_000

/** First run of each job in ms, so that hourly restarts don't prevent the hourly sweep. */
const firstWithinMs = 60_000

/** A recurring task. Safe on several instances, because each job leases its work. */
export type Job = {
  name: string
  everyMs: number
  /** Acts on deadlines, so a wrong clock would do harm. See `withRightClock`. */
  isTimed?: boolean
  run(): Promise<unknown>
}

/** One per failed row, because each may be about another order. */
const failuresOf = (error: unknown): unknown[] =>
  error instanceof AggregateError ? error.errors.flatMap(failuresOf) : [error]

/**
 * Runs each job at its interval without overlap, reporting failures. Returns a stop function that waits at most 5 s,
 * in case a provider hangs.
 */
export function startJobs(
  jobs: readonly Job[],
  clock: Clock,
  onError: (job: string, error: unknown) => void,
): () => Promise<void> {
  let isStopped = false
  const timers = new Map<Job, () => void>()
  const running = new Map<Job, Promise<void>>()

  const schedule = (job: Job, after: number) => {
    if (isStopped) return
    const cancel = clock.later(after, () => {
      const run = Promise.resolve()
        .then(() => job.run())
        .catch((error: unknown) => {
          for (const failure of failuresOf(error)) onError(job.name, failure)
        })
        .then(() => {
          running.delete(job)
          schedule(job, job.everyMs)
        })
      running.set(job, run)
    })
    timers.set(job, cancel)
  }

  for (const job of jobs) schedule(job, Math.min(job.everyMs, firstWithinMs))
  return async () => {
    isStopped = true
    for (const cancel of timers.values()) cancel()
    await waitAtMost(clock, Promise.all(running.values()), graceMs)
  }
}
