import type { SnapshotFrom } from 'xstate'
import { cleanLines } from '../lib/clean.ts'
import { summarizePhotos } from '../photos/photo-list.ts'
import type { ClaimDraft, claimFormMachine } from './claim-form.machine.ts'

type ClaimFormSnapshot = SnapshotFrom<typeof claimFormMachine>

/** Whether an amount is invalid or above the limit. */
export const isAmountWrong = ({ amount, amountText }: ClaimDraft, limit: number) =>
  Boolean(amountText) || amount > limit

/** Field errors. Missing values show only after the traveller tried to send. */
export function selectClaimFormErrors(snapshot: ClaimFormSnapshot) {
  const { draft, limit, photos } = snapshot.context
  const isShowingErrors = snapshot.matches({ editing: 'showingErrors' })
  const { busy, failed } = summarizePhotos(photos)
  return {
    kind: isShowingErrors && draft.kind === null,
    words: isShowingErrors && cleanLines(draft.words) === '',
    amount: isAmountWrong(draft, limit),
    photos: isShowingErrors && busy + failed > 0,
  }
}
