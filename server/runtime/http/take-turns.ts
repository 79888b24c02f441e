import { errorCodes } from '@handsfree/core/lib'
import { createFairQueue, QueueFullError } from '../fair-queue.ts'
import { ApiError } from './api-error.ts'

/** Maximum waiting calls per name. Normal clients never send that many. */
const waitingPerTurn = 100

export type InTurn = <Result>(names: readonly string[], task: () => Promise<Result>) => Promise<Result>

/**
 * Queues a task for each of its names in order. Calls that need the same row or advisory lock wait here without a
 * pool connection. Throws 1012 (429) if too many wait.
 */
export function createTurns(): InTurn {
  const queue = createFairQueue({
    maxRunning: Number.POSITIVE_INFINITY,
    maxRunningPerParty: 1,
    maxWaitingPerParty: waitingPerTurn,
  })
  const inTurn: InTurn = async (names, task) => {
    const [name, ...others] = names
    if (name === undefined) return task()
    try {
      return await queue.run(name, () => inTurn(others, task))
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error
      throw new ApiError(errorCodes.accessDenied, 'too many concurrent requests', {
        status: 429,
        details: { field: 'requests', retryAfter: 1 },
      })
    }
  }
  return inTurn
}
