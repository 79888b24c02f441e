import type { Job } from '@handsfree/core/contract'
import { publish } from '../metrics/measurements.ts'
import { SubjectError } from '../subject-error.ts'

/** Runs a job's work on an order, so that its log line or failure has the order's id. */
export async function forOrder<Result>(
  kind: Job['kind'] | 'push',
  orderId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work()
    publish('orderHandled', { kind, orderId })
    return result
  } catch (error) {
    throw new SubjectError({ orderId }, error)
  }
}
