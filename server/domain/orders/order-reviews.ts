import type { Review } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import type { Work } from '../../runtime/db/work.ts'
import { orderReviews, type ReviewRow } from './order-reviews.table.ts'

export type ReviewResult =
  | { result: 'wait' }
  | { result: 'pass' }
  | { result: 'reject'; reason: string | null }

export async function writeReview(
  { tx }: Pick<Work, 'tx'>,
  review: ReviewResult,
  { orderId, actor, time }: { orderId: string; actor: string; time: Date },
): Promise<void> {
  if (review.result === 'wait') {
    await tx.insert(orderReviews).values({ orderId, result: 'wait', beginTime: time }).onConflictDoNothing()
    return
  }
  const decision = {
    result: review.result,
    reviewer: actor,
    reason: review.result === 'reject' ? review.reason : null,
    decideTime: time,
  }
  await tx
    .insert(orderReviews)
    .values({ orderId, beginTime: time, ...decision })
    .onConflictDoUpdate({ target: orderReviews.orderId, set: decision })
}

export const toReview = ({ result, reviewer, reason, beginTime, decideTime }: ReviewRow): Review => ({
  result,
  reviewer,
  reason,
  beginTime: beginTime.toISOString(),
  decideTime: decideTime?.toISOString() ?? null,
})

export async function findReview(tx: Database, orderId: string): Promise<ReviewRow | null> {
  const [review] = await tx.select().from(orderReviews).where(eq(orderReviews.orderId, orderId))
  return review ?? null
}
