import { moveBagQuestion, type QuestionEvent } from '@handsfree/core/bags'
import type { QuestionKind } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { findQuestions } from '../domain/bags/find-ledger.ts'
import { type BagQuestionRow, bagQuestions } from '../domain/bags/ledger.table.ts'
import { type RetiredNotification, retireNotifications } from '../domain/notifications/retire.ts'
import { type OrderRow, orders } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import type { Services } from '../runtime/services.ts'

type QuestionServices = Pick<Services, 'now' | 'realtime'>

export const changeOfQuestion = {
  count: 'piecesChanged',
  seal: 'sealChanged',
  damage: 'damageNoted',
} as const satisfies Record<QuestionKind, RetiredNotification['change']>

/** Copies the state of the questions to the order. The order must be locked. */
export async function saveQuestionState(
  work: Work,
  { realtime }: QuestionServices,
  order: OrderRow,
): Promise<void> {
  const { orderId, uin } = order
  const questions = await findQuestions(work, orderId)
  const open = questions.filter(({ state }) => state === 'asked').map(({ kind }) => kind)
  const counts = questions.filter(({ kind, state }) => kind === 'count' && state !== 'withdrawn')
  const bookedPieces = counts.find(({ stage }) => stage === 'count')?.agreedPieces ?? null
  await work.tx
    .update(orders)
    .set({ openQuestions: [...new Set(open)], countConsent: counts.at(-1)?.state ?? null, bookedPieces })
    .where(eq(orders.orderId, orderId))
  work.afterCommit(() => realtime.orderChanged(uin, orderId))
}

/**
 * The only place where a question moves. Runs its machine, writes its state, updates the order, and retires
 * notifications of its kind once none is open. The order must be locked. Returns the moved question, or null for a
 * no-op event.
 */
export async function moveQuestion(
  work: Work,
  services: QuestionServices,
  order: OrderRow,
  questionId: string,
  event: QuestionEvent,
): Promise<BagQuestionRow | null> {
  const isThis = eq(bagQuestions.questionId, questionId)
  const [before] = await work.tx.select().from(bagQuestions).where(isThis).for('update')
  if (!before) return null
  const moved = moveBagQuestion(before.state, before, event)
  if (!moved.ok) return null
  const [after] = await work.tx
    .update(bagQuestions)
    .set({ state: moved.value, answerTime: services.now() })
    .where(isThis)
    .returning()
  if (!after) throw new Error(`question ${questionId} vanished while it was locked`)
  await saveQuestionState(work, services, order)
  const left = await findQuestions(work, order.orderId)
  if (!left.some(({ kind, state }) => kind === after.kind && state === 'asked')) {
    const change = changeOfQuestion[after.kind]
    await retireNotifications(work, services, order, [{ change }])
  }
  return after
}
