import type { SnapshotFrom } from 'xstate'
import { toOrderDraft } from '../booking/draft.ts'
import type { DraftFormActor } from '../booking/draft-form.machine.ts'
import { type DraftFormInput, type DraftFormUpdate, isComplete } from '../booking/draft-form.ts'
import { type DraftReceiver, emptyDraft } from '../booking/draft-shape.ts'
import { formParts, partOfRefused } from '../booking/form-parts.ts'
import type { CallRequest, CallResult } from '../contract/call.ts'
import type { prepareOrder } from '../contract/prepared-order.ts'
import type { QrSite } from '../contract/site.ts'
import type { Phone } from '../contract/user.ts'
import { type ApiFailure, fieldOf } from '../lib/failure.ts'
import { assertPresent } from '../lib/from-call.ts'
import type { Submission, SubmissionUpdate } from '../lib/submission.machine.ts'
import { photoUrls } from '../photos/photo-list.ts'
import type { preparationMachine } from './preparation.machine.ts'

export type PreparationInput = Pick<DraftFormInput, 'now' | 'newKey' | 'isValidPhone'> & {
  /** An empty receiver with the place's likely dial code. */
  me: () => DraftReceiver
  /** The person who confirms the order, until another is chosen. */
  guestBy: Guest['by']
}

/** Anyone with the code can take the order over, or only the owner of one phone, who can also get the link as text. */
export type Guest = Phone & { by: 'code' | 'receiver' | 'other'; country?: string | undefined }

export type PreparedBody = CallRequest<typeof prepareOrder>['body']

export type PreparationContext = PreparationInput & {
  /** Null until the desk's place is read. */
  form: DraftFormActor | null
  guest: Guest
  /** The unanswered submission, if any. */
  submission: Submission<PreparedBody> | null
  problem: ApiFailure | null
}

export type PreparationEvent =
  | DraftFormUpdate
  | SubmissionUpdate<PreparedBody, CallResult<typeof prepareOrder>>
  | { type: 'desk.retry' }
  | { type: 'guest.change'; guest: Partial<Guest> }
  | { type: 'order.prepare' }

export type PreparationEmitted = { type: 'preparation.prepared'; preparedId: string }

export const draftFormInput = (
  { now, newKey, me, isValidPhone }: PreparationInput,
  place: QrSite,
  listener: DraftFormInput['listener'],
): DraftFormInput => ({
  place,
  draft: emptyDraft(me()),
  leftReceiver: null,
  openParts: formParts,
  photos: { urls: [], held: [] },
  hasAccount: true,
  // The guest can add them.
  minPhotos: 0,
  now,
  newKey,
  me,
  isValidPhone,
  listener,
})

/** Unfolds the part with the refused field. */
export const reopenEventOf = (failure: ApiFailure) => ({
  type: 'form.open' as const,
  refused: failure.kind === 'refused' ? partOfRefused(fieldOf(failure.details)) : null,
})

const isGuestValid = ({ guest, isValidPhone }: PreparationContext): boolean =>
  guest.by !== 'other' || isValidPhone(guest)

export const isReady = (context: PreparationContext): boolean =>
  context.form !== null && isComplete(context.form.getSnapshot().context) && isGuestValid(context)

/** Without photos, the order is temporary: its guest adds them within two hours. */
export function bodyOf({ form, guest }: PreparationContext): PreparedBody {
  const { draft, place, photos } = assertPresent(form, 'form').getSnapshot().context
  const urls = photoUrls(photos)
  const { dialCode, phoneNumber } = guest.by === 'receiver' ? draft.receiver : guest
  return {
    draft: toOrderDraft(draft, place.qrId, urls),
    isTemporary: urls.length === 0,
    guest: guest.by === 'code' ? null : { dialCode, phoneNumber },
  }
}

type Snapshot = SnapshotFrom<typeof preparationMachine>

export const selectPreparationForm = ({ context }: Snapshot): DraftFormActor | null => context.form
export const selectGuest = ({ context }: Snapshot): Guest => context.guest
export const selectPreparationProblem = ({ context }: Snapshot): ApiFailure | null => context.problem
export const selectIsPreparing = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')
/** Whether the guest's phone number is missing or invalid, once the desk has tried to continue. */
export const selectIsGuestWrong = (snapshot: Snapshot): boolean =>
  snapshot.matches({ filling: 'showingErrors' }) && !isGuestValid(snapshot.context)
