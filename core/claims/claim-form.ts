import type { SnapshotFrom } from 'xstate'
import { cleanLines } from '../lib/clean.ts'
import { summarizePhotos } from '../photos/photo-list.ts'
import type { ClaimDraft, claimFormMachine } from './claim-form.machine.ts'

type ClaimFormSnapshot = SnapshotFrom<typeof claimFormMachine>

/** Whether an amount is none, or more than may be claimed. */
export const isAmountWrong = ({ amount, amountText }: ClaimDraft, limit: number) =>
  Boolean(amountText) || amount > limit

/** What of the form says that it is missing or too much: not before the traveller asked to send. */
export function selectClaimFormErrors(snapshot: ClaimFormSnapshot) {
  const { draft, limit, photos } = snapshot.context
  const isAsked = snapshot.matches({ editing: 'showingErrors' })
  const { busy, failed } = summarizePhotos(photos)
  return {
    kind: isAsked && draft.kind === null,
    words: isAsked && cleanLines(draft.words) === '',
    amount: isAmountWrong(draft, limit),
    photos: isAsked && busy + failed > 0,
  }
}
