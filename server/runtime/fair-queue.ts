export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

export type FairQueue = {
  /**
   * Runs the task on its party's turn and settles like it. Throws `QueueFullError` if the party has too many waiting
   * tasks. Throws the signal's reason if it aborts before the turn.
   */
  run<Result>(party: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

type QueuedTask = { start(): void }

/**
 * A round-robin queue: parties take turns regardless of how many tasks each has. Limits concurrency in total and per
 * party, and waiting tasks per party.
 */
export function createFairQueue(bounds: {
  maxRunning: number
  maxRunningPerParty: number
  maxWaitingPerParty: number
}): FairQueue {
  let running = 0
  const runningOf = new Map<string, number>()
  /** In turn order. */
  const queues = new Map<string, QueuedTask[]>()

  const startNext = () => {
    while (running < bounds.maxRunning) {
      const next = [...queues].find(([party]) => (runningOf.get(party) ?? 0) < bounds.maxRunningPerParty)
      if (!next) return
      const [party, line] = next
      const task = line.shift()!
      queues.delete(party)
      if (line.length > 0) queues.set(party, line)
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
    // Tasks that the party added in between go behind the other parties.
    const line = queues.get(party)
    if (line) {
      queues.delete(party)
      queues.set(party, line)
    }
    startNext()
  }

  const waitForTurn = (party: string, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      signal?.throwIfAborted()
      const line = queues.get(party) ?? []
      if (line.length >= bounds.maxWaitingPerParty) throw new QueueFullError()
      const leave = () => {
        line.splice(line.indexOf(waiting), 1)
        if (line.length === 0) queues.delete(party)
        reject(signal?.reason)
      }
      const waiting: QueuedTask = {
        start() {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      line.push(waiting)
      queues.set(party, line)
      signal?.addEventListener('abort', leave, { once: true })
      startNext()
    })

  return {
    async run(party, task, signal) {
      await waitForTurn(party, signal)
      try {
        return await task()
      } finally {
        finish(party)
      }
    },
  }
}
