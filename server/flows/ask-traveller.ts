import { customerNotificationTypes, type EmployeeRole, type QuestionKind } from '@handsfree/core/contract'
import { findQuestions } from '../domain/bags/find-ledger.ts'
import {
  type BagEntryRow,
  type BagQuestionRow,
  bagEntries,
  bagQuestions,
  type StoredStage,
} from '../domain/bags/ledger.table.ts'
import { notify } from '../domain/notifications/notify.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import { addTrace } from '../domain/orders/trace.ts'
import type { TraceFacts } from '../domain/orders/types.ts'
import type { Work } from '../runtime/db/work.ts'
import { newId, newRowId } from '../runtime/random.ts'
import type { Services } from '../runtime/services.ts'
import { changeOfQuestion, moveQuestion, saveQuestionState } from './move-question.ts'

export type LedgerServices = Pick<Services, 'now' | 'random' | 'realtime'>

export type Inspection = { stage: StoredStage; role: EmployeeRole; actor: string }

type NewQuestion = Pick<BagQuestionRow, 'kind'> &
  Partial<Pick<BagQuestionRow, 'entryId' | 'bagId' | 'agreedPieces' | 'pieces' | 'photos'>>

/** Opens questions for the traveller. The order must be locked. */
export async function insertQuestions(
  work: Work,
  services: LedgerServices,
  order: OrderRow,
  { stage, role }: Inspection,
  asked: readonly NewQuestion[],
): Promise<void> {
  if (asked.length === 0) return
  await work.tx.insert(bagQuestions).values(
    asked.map((question) => ({
      questionId: newId(services.random),
      orderId: order.orderId,
      stage,
      role,
      askTime: services.now(),
      ...question,
    })),
  )
  await saveQuestionState(work, services, order)
}

export async function notifyOfQuestion(
  work: Work,
  services: LedgerServices,
  { uin, orderId, orderNumber }: OrderRow,
  kind: QuestionKind,
  facts: { seals?: string[]; reason?: string; pieces?: number },
  trace: TraceFacts,
): Promise<void> {
  const content = { orderId, orderNumber, change: changeOfQuestion[kind], ...facts }
  await notify(work, services, { uin, type: customerNotificationTypes.orderUpdated, content, isPopup: true })
  await addTrace(work, services.random, { orderId, time: services.now() }, trace)
}

/**
 * Returns the count that the traveller last agreed to. Counts still open or answered "not right" don't count as
 * agreed.
 */
const agreedCount = (questions: readonly BagQuestionRow[], order: OrderRow): number => {
  const last = questions.findLast(({ kind, state }) => kind === 'count' && state !== 'withdrawn')
  const isAgreed = !last || last.state === 'right'
  return isAgreed ? order.pieces : (last.agreedPieces ?? order.pieces)
}

export async function withdrawQuestions(
  work: Work,
  services: LedgerServices,
  order: OrderRow,
  isOver: (question: BagQuestionRow) => boolean,
): Promise<void> {
  for (const question of await findQuestions(work, order.orderId))
    if (question.state === 'asked' && isOver(question))
      await moveQuestion(work, services, order, question.questionId, { type: 'question.withdraw' })
}

/**
 * Withdraws the open count question before the pickup. Returns the agreed count if the traveller must be asked again,
 * else null. `order` holds the state before this count.
 */
export async function beginCount(
  work: Work,
  services: LedgerServices,
  order: OrderRow,
  pieces: number,
): Promise<number | null> {
  const agreed = agreedCount(await findQuestions(work, order.orderId), order)
  await withdrawQuestions(work, services, order, ({ kind }) => kind === 'count')
  return pieces === agreed ? null : agreed
}

/** Opens a count question without a notification: the move itself sends one. */
export const askCount = (
  work: Work,
  services: LedgerServices,
  order: OrderRow,
  looking: Inspection,
  count: { agreedPieces: number; pieces: number; photos: string[] },
): Promise<void> => insertQuestions(work, services, order, looking, [{ kind: 'count', ...count }])

/** Opens a question about bags missing at the delivery site or the hand-over; withdraws it once all are there. */
export async function askMissing(
  work: Work,
  services: LedgerServices,
  order: OrderRow,
  inspection: Inspection,
  { agreedPieces, pieces }: { agreedPieces: number; pieces: number },
): Promise<void> {
  await withdrawQuestions(
    work,
    services,
    order,
    ({ kind, stage }) => kind === 'count' && (stage === 'delivery' || stage === 'handOver'),
  )
  if (pieces === agreedPieces) return
  await askCount(work, services, order, inspection, { agreedPieces, pieces, photos: [] })
  const facts = { pieces, piecesDecreased: agreedPieces - pieces }
  await notifyOfQuestion(work, services, order, 'count', { pieces }, { type: 'updated', facts })
}

export async function addEntries(
  work: Work,
  { now, random }: LedgerServices,
  { orderId }: OrderRow,
  { stage, role, actor }: Inspection,
  seen: readonly Pick<BagEntryRow, 'bagId' | 'sealNumber' | 'photos' | 'damage'>[],
): Promise<BagEntryRow[]> {
  if (seen.length === 0) return []
  const time = now()
  const rows = seen.map((one) => ({
    ...one,
    entryId: newRowId(random, time),
    orderId,
    stage,
    role,
    actor,
    time,
  }))
  return work.tx.insert(bagEntries).values(rows).returning()
}

/** Opens a question for each damage that differs from the bag's previous entry. */
export async function askDamage(
  work: Work,
  services: LedgerServices,
  order: OrderRow,
  inspection: Inspection,
  entries: readonly BagEntryRow[],
  earlier: readonly BagEntryRow[] = [],
): Promise<void> {
  const damagedEntries = entries.filter(
    ({ bagId, damage }) =>
      damage !== '' && earlier.findLast((entry) => entry.bagId === bagId)?.damage !== damage,
  )
  if (damagedEntries.length === 0) return
  await insertQuestions(
    work,
    services,
    order,
    inspection,
    damagedEntries.map(({ entryId, bagId }) => ({ kind: 'damage', entryId, bagId })),
  )
  const reason = [...new Set(damagedEntries.map(({ damage }) => damage))].join('; ')
  await notifyOfQuestion(
    work,
    services,
    order,
    'damage',
    { reason },
    { type: 'courier_reported', facts: { reason, noted: 'damage' } },
  )
}
