import { findQuestions } from '../domain/bags/find-ledger.ts'
import type { BagEntryRow, BagQuestionRow } from '../domain/bags/ledger.table.ts'
import type { BagRow, OrderRow } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import { type Inspection, insertQuestions, type LedgerServices, withdrawQuestions } from './ask-traveller.ts'

/**
 * Returns the last seal that the traveller confirmed: the one preceding the first open question's entry, else the
 * bag's.
 */
const expectedSeal = (
  { bagId, sealNumber }: BagRow,
  questions: readonly BagQuestionRow[],
  entries: readonly BagEntryRow[],
): string => {
  const openQuestion = questions.find(
    (question) => question.kind === 'seal' && question.state === 'asked' && question.bagId === bagId,
  )
  const own = entries.filter((entry) => entry.bagId === bagId)
  const asked = own.findIndex(({ entryId }) => entryId === openQuestion?.entryId)
  return own[asked - 1]?.sealNumber ?? sealNumber
}

/**
 * Opens a question for each seal that differs from both the confirmed seal and the previous check. Withdraws open
 * questions about the other seals. `bags` and `earlier` hold the state before this check. Returns the questioned
 * seals, or null.
 */
export async function askSeals(
  work: Work,
  services: LedgerServices,
  order: OrderRow,
  inspection: Inspection,
  {
    bags,
    entries,
    earlier: earlierEntries,
  }: { bags: readonly BagRow[]; entries: readonly BagEntryRow[]; earlier: readonly BagEntryRow[] },
): Promise<string[] | null> {
  const questions = await findQuestions(work, order.orderId)
  const changedEntries: BagEntryRow[] = []
  const settledBagIds: string[] = []
  for (const entry of entries) {
    const bag = bags.find(({ bagId }) => bagId === entry.bagId)!
    const last = earlierEntries.findLast(({ bagId }) => bagId === entry.bagId)?.sealNumber ?? bag.sealNumber
    const isKnown = entry.sealNumber === expectedSeal(bag, questions, earlierEntries)
    if (isKnown || entry.sealNumber !== last) settledBagIds.push(entry.bagId)
    if (!isKnown && entry.sealNumber !== last) changedEntries.push(entry)
  }
  await withdrawQuestions(
    work,
    services,
    order,
    ({ kind, bagId }) => kind === 'seal' && settledBagIds.includes(bagId ?? ''),
  )
  const asked = changedEntries.map(({ entryId, bagId }) => ({ kind: 'seal' as const, entryId, bagId }))
  await insertQuestions(work, services, order, inspection, asked)
  return changedEntries.length > 0 ? changedEntries.flatMap(({ sealNumber }) => sealNumber || []) : null
}
