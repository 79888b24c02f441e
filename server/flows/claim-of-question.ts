import type { Locale } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import {
  type BagEntryRow,
  type BagQuestionRow,
  bagEntries,
  bagQuestions,
} from '../domain/bags/ledger.table.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import type { LedgerServices } from './ask-traveller.ts'
import { openClaim } from './open-claim.ts'

type Texts = Record<
  BagQuestionRow['kind'],
  (question: BagQuestionRow, entry: BagEntryRow | undefined) => string
>

const texts: Record<Locale, Texts> = {
  'en-US': {
    count: ({ pieces, agreedPieces }) => `The count isn’t right: ${pieces} counted, ${agreedPieces} agreed.`,
    seal: (_, entry) => `The seal isn’t right: ${entry?.sealNumber || 'there’s none'}.`,
    damage: (_, entry) => `The damage isn’t right: ${entry?.damage}`,
  },
  'zh-CN': {
    count: ({ pieces, agreedPieces }) => `件数不对：清点 ${pieces} 件，原为 ${agreedPieces} 件。`,
    seal: (_, entry) => `封条不对：${entry?.sealNumber || '无封条'}。`,
    damage: (_, entry) => `破损不对：${entry?.damage}`,
  },
}

/**
 * Opens a claim for a question that the traveller answered "not right", with the photos taken then. The order must be
 * locked.
 */
export async function openClaimForQuestion(
  work: Work,
  services: LedgerServices,
  order: OrderRow,
  question: BagQuestionRow,
  locale: Locale,
): Promise<void> {
  const { tx } = work
  const { questionId, kind, entryId, photos } = question
  const [entry] = entryId ? await tx.select().from(bagEntries).where(eq(bagEntries.entryId, entryId)) : []
  const { claimId } = await openClaim(work, services, order, {
    kind: 'changed',
    words: texts[locale][kind](question, entry),
    photos: entry?.photos ?? photos,
    amount: 0,
    actor: `traveller:${order.uin}`,
  })
  await tx.update(bagQuestions).set({ claimId }).where(eq(bagQuestions.questionId, questionId))
}
