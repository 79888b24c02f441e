import { findQuestions } from '../domain/bags/find-ledger.ts'
import type { BagEntryRow, BagQuestionRow } from '../domain/bags/ledger.table.ts'
import type { BagRow, OrderRow } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import { ask, type LedgerServices, type Looking, withdraw } from './ask-traveller.ts'

/**
 * Returns the last seal that the traveller confirmed: the one preceding the first open question's entry, else the
 * bag's.
 */
const knownSeal = (
  { bagId, sealNumber }: BagRow,
  questions: readonly BagQuestionRow[],
  entries: readonly BagEntryRow[],
): string => {
  const open = questions.find(
    (question) => question.kind === 'seal' && question.state === 'asked' && question.bagId === bagId,
  )
  const own = entries.filter((entry) => entry.bagId === bagId)
  const asked = own.findIndex(({ entryId }) => entryId === open?.entryId)
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
  looking: Looking,
  {
    bags,
    entries,
    earlier,
  }: { bags: readonly BagRow[]; entries: readonly BagEntryRow[]; earlier: readonly BagEntryRow[] },
): Promise<string[] | null> {
  const questions = await findQuestions(work, order.orderId)
  const changed: BagEntryRow[] = []
  const over: string[] = []
  for (const entry of entries) {
    const bag = bags.find(({ bagId }) => bagId === entry.bagId)!
    const last = earlier.findLast(({ bagId }) => bagId === entry.bagId)?.sealNumber ?? bag.sealNumber
    const isKnown = entry.sealNumber === knownSeal(bag, questions, earlier)
    if (isKnown || entry.sealNumber !== last) over.push(entry.bagId)
    if (!isKnown && entry.sealNumber !== last) changed.push(entry)
  }
  await withdraw(work, services, order, ({ kind, bagId }) => kind === 'seal' && over.includes(bagId ?? ''))
  const asked = changed.map(({ entryId, bagId }) => ({ kind: 'seal' as const, entryId, bagId }))
  await ask(work, services, order, looking, asked)
  return changed.length > 0 ? changed.flatMap(({ sealNumber }) => sealNumber || []) : null
}
