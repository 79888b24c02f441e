import type { Review } from '@handsfree/core/api'
import type { LifecycleEvent } from '@handsfree/core/order'
import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Work } from '../db/work.ts'
import { orderReviews, type ReviewRow } from './order-reviews.table.ts'
import type { OrderRow } from './orders.table.ts'

type Decided = { actor: string; time: Date }

/** Writes down what an event means for the order's review; nothing for any other event. */
export async function recordReview(
  { tx }: Pick<Work, 'tx'>,
  event: LifecycleEvent['type'],
  { orderId, reviewFailure }: OrderRow,
  { actor, time }: Decided,
): Promise<void> {
  if (event === 'review.begin') {
    await tx.insert(orderReviews).values({ orderId, result: 'wait', beginTime: time }).onConflictDoNothing()
  }
  if (event !== 'review.pass' && event !== 'review.reject') return
  const isPassed = event === 'review.pass'
  const decided = {
    result: isPassed ? ('pass' as const) : ('reject' as const),
    reviewer: actor,
    reason: isPassed ? null : reviewFailure,
    decideTime: time,
  }
  await tx
    .insert(orderReviews)
    .values({ orderId, beginTime: time, ...decided })
    .onConflictDoUpdate({ target: orderReviews.orderId, set: decided })
}

/** A review as the contract shows it. */
export const toReview = ({ result, reviewer, reason, beginTime, decideTime }: ReviewRow): Review => ({
  result,
  reviewer,
  reason,
  beginTime: beginTime.toISOString(),
  decideTime: decideTime?.toISOString() ?? null,
})

/** The review of an order; null before it begins. */
export async function findReview(tx: Database, orderId: string): Promise<ReviewRow | null> {
  const [review] = await tx.select().from(orderReviews).where(eq(orderReviews.orderId, orderId))
  return review ?? null
}
