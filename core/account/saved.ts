import type { SnapshotFrom } from 'xstate'
import type { DraftProblem } from '../booking/draft.ts'
import type { SavedContent } from '../contract/saved.ts'
import type { Phone } from '../contract/user.ts'
import { cleanLine } from '../lib/clean.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { savedMachine } from './saved.machine.ts'

export type SavedField = 'name' | 'phone' | 'address'

/** Missing and invalid fields, with the order form's problem codes. Empty when valid. */
export function savedProblems(
  content: SavedContent,
  isValidPhone: (phone: Phone) => boolean,
): Partial<Record<SavedField, DraftProblem>> {
  if (content.kind === 'address') {
    return cleanLine(content.address) === '' ? { address: 'deliveryAddressRequired' } : {}
  }
  return {
    ...(cleanLine(content.name) === '' ? { name: 'receiverNameRequired' } : {}),
    ...(content.phoneNumber === ''
      ? { phone: 'receiverPhoneRequired' }
      : isValidPhone(content)
        ? {}
        : { phone: 'receiverPhoneInvalid' }),
  }
}

type Snapshot = SnapshotFrom<typeof savedMachine>

export const selectSavedList = ({ context }: Snapshot) => context.list
export const selectSavedReading = ({ children }: Snapshot): ReadingRef | undefined => children.reading
export const selectSavedProblem = ({ context }: Snapshot) => context.problem
export const selectEditedEntry = (snapshot: Snapshot) =>
  snapshot.matches('editing') || snapshot.matches('saving') ? snapshot.context.entry : null
export const selectRemovedEntry = (snapshot: Snapshot) =>
  snapshot.matches('confirming') || snapshot.matches('removing') ? snapshot.context.entry : null
export const selectSavedIsBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')

const noErrors = {}
/** Shown only after the traveller tried to save. */
export function selectSavedErrors(snapshot: Snapshot): Partial<Record<SavedField, DraftProblem>> {
  const { entry, isValidPhone } = snapshot.context
  if (!entry || !snapshot.matches({ editing: 'showingErrors' })) return noErrors
  return savedProblems(entry.content, isValidPhone)
}
