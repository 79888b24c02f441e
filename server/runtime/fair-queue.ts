/** The queue of one party is full. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

export type FairQueue = {
  /**
   * Runs the task when it is its party's turn, and settles as it does. Throws `QueueFullError` when too many tasks of
   * the party wait already, and the signal's reason when it aborts before the turn.
   */
  run<Result>(party: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

type Waiting = { start(): void }

/**
 * Runs at most `atOnce` tasks, `atOncePerParty` of one party; waiting parties take turns, however many tasks each
 * brought. At most `waitingPerParty` tasks of a party wait.
 */
export function createFairQueue(bounds: {
  atOnce: number
  atOncePerParty: number
  waitingPerParty: number
}): FairQueue {
  let running = 0
  const runningOf = new Map<string, number>()
  /** In the order of turns. */
  const lines = new Map<string, Waiting[]>()

  const startNext = () => {
    while (running < bounds.atOnce) {
      const next = [...lines].find(([party]) => (runningOf.get(party) ?? 0) < bounds.atOncePerParty)
      if (!next) return
      const [party, line] = next
      const task = line.shift()!
      lines.delete(party)
      if (line.length > 0) lines.set(party, line)
      running++
      runningOf.set(party, (runningOf.get(party) ?? 0) + 1)
      task.start()
    }
  }

  const finish = (party: string) => {
    running--
    const left = runningOf.get(party)! - 1
    if (left === 0) runningOf.delete(party)
    else runningOf.set(party, left)
    // What the party brought meanwhile comes after the parties that waited.
    const line = lines.get(party)
    if (line) {
      lines.delete(party)
      lines.set(party, line)
    }
    startNext()
  }

  const turnOf = (party: string, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      signal?.throwIfAborted()
      const line = lines.get(party) ?? []
      if (line.length >= bounds.waitingPerParty) throw new QueueFullError()
      const leave = () => {
        line.splice(line.indexOf(waiting), 1)
        if (line.length === 0) lines.delete(party)
        reject(signal?.reason)
      }
      const waiting: Waiting = {
        start() {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      line.push(waiting)
      lines.set(party, line)
      signal?.addEventListener('abort', leave, { once: true })
      startNext()
    })

  return {
    async run(party, task, signal) {
      await turnOf(party, signal)
      try {
        return await task()
      } finally {
        finish(party)
      }
    },
  }
}
