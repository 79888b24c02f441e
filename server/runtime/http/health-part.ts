export type HealthCheck = {
  name: string
  check(): Promise<unknown>
}

export type HealthClock = {
  now(): Date
  wait(milliseconds: number): Promise<void>
}

/** A check that takes longer counts as unhealthy, but goes on, ms. */
const answerTimeoutMs = 1_000
/** Cache lifetime of a result in ms, so that frequent probes cause no load. */
const resultMaxAgeMs = 3_000
/** After this time a new check may start beside a hanging one, ms. */
const hangMs = 30_000

/** Returns a cached health check, false if it takes over a second. Runs one check at a time, unless one hangs. */
export function watchHealth(
  { check }: HealthCheck,
  { now, wait }: HealthClock,
  onError: (error: unknown) => void,
) {
  let running: { since: number; answer: Promise<boolean> } | null = null
  let pendingCheck: Promise<boolean> | null = null
  let lastResult: { at: number; isHealthy: boolean } | null = null

  const run = (): Promise<boolean> => {
    const since = now().getTime()
    if (running && Math.abs(since - running.since) < hangMs) return running.answer
    const attempt: { since: number; answer: Promise<boolean> } = {
      since,
      answer: Promise.resolve()
        .then(check)
        .then(
          () => true,
          (error: unknown) => {
            onError(error)
            return false
          },
        )
        .finally(() => {
          if (running === attempt) running = null
        }),
    }
    running = attempt
    return attempt.answer
  }

  const checkHealth = async (): Promise<boolean> => {
    const isHealthy = await Promise.race([run(), wait(answerTimeoutMs).then(() => false)])
    lastResult = { at: now().getTime(), isHealthy }
    return isHealthy
  }

  return (): Promise<boolean> => {
    // Absolute difference, so that a clock set back doesn't extend a result.
    if (lastResult && Math.abs(now().getTime() - lastResult.at) < resultMaxAgeMs)
      return Promise.resolve(lastResult.isHealthy)
    pendingCheck ??= checkHealth().finally(() => {
      pendingCheck = null
    })
    return pendingCheck
  }
}
