import { atMost } from '../at-most.ts'
import type { Clock } from '../clock.ts'

/** Milliseconds for running jobs at a stop: each claims its work, and another run repeats it. */
const graceMs = 5_000

/** Milliseconds after a start within which each job runs once: a server that is restarted each hour still deletes what is old. */
const firstWithinMs = 60_000

/** A recurring task. Safe on several instances at once: each job claims what it works on. */
export type Job = {
  name: string
  everyMs: number
  /** Whether it ends, cancels or deletes what a time has passed for, which a wrong clock would do too early. */
  isTimed?: boolean
  run(): Promise<unknown>
}

/**
 * Runs each job in its own rhythm, never twice at the same time; reports a failure and continues. Returns a stop
 * function, which waits 5 s at most: a provider that hangs would hold the server for ever.
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
        .catch((error: unknown) => onError(job.name, error))
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
    await atMost(clock, Promise.all(running.values()), graceMs)
  }
}
