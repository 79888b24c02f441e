import { atMost } from '../at-most.ts'

/** Milliseconds for running jobs at a stop: each claims its work, and another run repeats it. */
const graceMs = 5_000

/** A recurring task. Safe on several instances at once: each job claims what it works on. */
export type Job = { name: string; everyMs: number; run(): Promise<unknown> }

/**
 * Runs each job in its own rhythm, never twice at the same time; reports a failure and continues. Returns a stop
 * function, which waits 5 s at most: a provider that hangs would hold the server for ever.
 */
export function startJobs(
  jobs: readonly Job[],
  onError: (job: string, error: unknown) => void,
): () => Promise<void> {
  let isStopped = false
  const timers = new Map<Job, NodeJS.Timeout>()
  const running = new Map<Job, Promise<void>>()

  const schedule = (job: Job) => {
    if (isStopped) return
    const timer = setTimeout(() => {
      const run = Promise.resolve()
        .then(() => job.run())
        .catch((error: unknown) => onError(job.name, error))
        .then(() => {
          running.delete(job)
          schedule(job)
        })
      running.set(job, run)
    }, job.everyMs)
    timers.set(job, timer.unref())
  }

  for (const job of jobs) schedule(job)
  return async () => {
    isStopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    await atMost(Promise.all(running.values()), graceMs)
  }
}
