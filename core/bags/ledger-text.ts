import type { LedgerEntry, LedgerQuestion } from '../contract/ledger.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { formatTime, joinParts } from '../i18n/index.ts'
import { isAboutPrice } from './bag-question.ts'

type ZoneOptions = { timeZone: string; city?: string; now: number }

/** Where, by which role and when bags were inspected: "At pickup · by the courier · 2:05 PM". */
export const ledgerEntryText = (
  intl: Formatter,
  { stage, role, time }: LedgerEntry,
  zone: ZoneOptions,
): string =>
  joinParts([
    intl.formatMessage({ id: `ledger.stage.${stage}` }),
    intl.formatMessage({ id: `ledger.role.${role}` }),
    formatTime(time, { ...zone, intl }),
  ])

/** Seal and damage of an entry; empty if neither was noted. */
export const ledgerEntryDetail = (intl: Formatter, { sealNumber, damage }: LedgerEntry): string =>
  joinParts([
    sealNumber === null
      ? null
      : sealNumber === ''
        ? intl.formatMessage({ id: 'ledger.noSeal' })
        : intl.formatMessage({ id: 'bags.seal' }, { seal: sealNumber }),
    damage === '' ? null : intl.formatMessage({ id: 'ledger.damage' }, { damage }),
  ])

export function ledgerQuestionText(intl: Formatter, question: LedgerQuestion): string {
  const { kind, before, after, agreedPieces, pieces } = question
  switch (kind) {
    case 'count':
      return intl.formatMessage(
        { id: 'ledger.question.count' },
        { pieces: pieces ?? 0, agreed: agreedPieces ?? 0 },
      )
    case 'seal':
      return intl.formatMessage(
        { id: after.sealNumber ? 'ledger.question.seal' : 'ledger.question.noSeal' },
        { seal: after.sealNumber ?? '', former: before?.sealNumber ?? '' },
      )
    case 'damage':
      return intl.formatMessage({ id: 'ledger.question.damage' }, { damage: after.damage })
  }
}

/** How to answer. Without a photo, a traveller can judge a count, but neither a seal nor damage. */
export const questionDetailText = (intl: Formatter, { kind, after }: LedgerQuestion): string =>
  intl.formatMessage(
    { id: 'ledger.questionDetail' },
    { photo: kind !== 'count' && after.photos.length === 0 ? 'none' : 'other' },
  )

/** Names the change that "That’s right" confirms. */
function agreedText(intl: Formatter, { kind, before, after, agreedPieces, pieces }: LedgerQuestion): string {
  const { sealNumber, damage } = after
  return intl.formatMessage(
    { id: 'ledger.agreed' },
    {
      kind: kind === 'seal' && !sealNumber ? 'noSeal' : kind,
      pieces: pieces ?? 0,
      agreed: agreedPieces ?? 0,
      former: before?.sealNumber ?? '',
      seal: sealNumber ?? '',
      damage,
    },
  )
}

export const answerEffectText = (
  intl: Formatter,
  question: LedgerQuestion,
  answer: 'right' | 'notRight',
): string =>
  intl.formatMessage(
    { id: 'ledger.confirmDetail' },
    {
      effect: answer === 'notRight' ? 'claim' : isAboutPrice(question) ? 'price' : 'record',
      agreed: agreedText(intl, question),
      pieces: question.pieces ?? 0,
    },
  )

export const answeredQuestionText = (intl: Formatter, question: LedgerQuestion): string =>
  intl.formatMessage({
    id:
      question.state === 'notRight'
        ? 'ledger.answered.notRight'
        : isAboutPrice(question)
          ? 'ledger.answered.right'
          : 'ledger.answered.noted',
  })
