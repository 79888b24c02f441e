/** Something that the server cannot work without. */
export type HealthPart = {
  name: string
  /** Rejects when the part is unwell. */
  check(): Promise<unknown>
}

export type HealthClock = {
  now(): Date
  wait(milliseconds: number): Promise<void>
}

/** Milliseconds that a check may take. */
const answerTime = 1_000
/** Milliseconds for which a result is cached, so that frequent checks are no load. */
const answerHolds = 3_000
/** Milliseconds after which a check that hangs is abandoned. */
const checkTime = 30_000

/** Checks whether a part is well; false without a result within a second. At most one check runs at a time. */
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
    // A clock that was set back does not make a result last longer.
    if (known && Math.abs(now().getTime() - known.at) < answerHolds) return Promise.resolve(known.isWell)
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
}
