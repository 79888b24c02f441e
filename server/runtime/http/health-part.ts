export type HealthPart = {
  name: string
  check(): Promise<unknown>
}

export type HealthClock = {
  now(): Date
  wait(milliseconds: number): Promise<void>
}

/** Timeout of a check, ms. */
const answerTime = 1_000
/** Cache lifetime of a result in ms, so that frequent probes cause no load. */
const answerHolds = 3_000
/** Milliseconds until a hanging check is abandoned. */
const checkTime = 30_000

/** Returns a cached health check. False if a check takes over a second. Runs one check at a time. */
export function watchPart(
  { check }: HealthPart,
  { now, wait }: HealthClock,
  onError: (error: unknown) => void,
) {
  let running: { since: number; answer: Promise<boolean> } | null = null
  let asking: Promise<boolean> | null = null
  let known: { at: number; isWell: boolean } | null = null

  const run = (): Promise<boolean> => {
    const since = now().getTime()
    if (running && Math.abs(since - running.since) < checkTime) return running.answer
    const begun: { since: number; answer: Promise<boolean> } = {
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
          if (running === begun) running = null
        }),
    }
    running = begun
    return begun.answer
  }

  const ask = async (): Promise<boolean> => {
    const isWell = await Promise.race([run(), wait(answerTime).then(() => false)])
    known = { at: now().getTime(), isWell }
    return isWell
  }

  return (): Promise<boolean> => {
    // Absolute difference, so that a clock set back doesn't extend a result.
    if (known && Math.abs(now().getTime() - known.at) < answerHolds) return Promise.resolve(known.isWell)
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
}
