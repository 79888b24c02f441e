import { type ActorRefFrom, assertEvent, assign, setup } from 'xstate'
import type { NewClaim } from '../contract/claim.ts'
import { cleanLines } from '../lib/clean.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { type Submission, type SubmissionUpdate, submissionMachine } from '../lib/submission.machine.ts'
import type { PhotoActor } from '../photos/photo.machine.ts'
import { photoUrls, summarizePhotos } from '../photos/photo-list.ts'
import { type PhotoSetActor, type PhotosChanged, photoSetMachine } from '../photos/photo-set.machine.ts'
import { policy } from '../policy/numbers.ts'
import { isAmountWrong } from './claim-form.ts'
import type { StoredClaim } from './stored-claim.ts'

/** As typed. `amount` is in minor units; 0 lets us decide. */
export type ClaimDraft = StoredClaim['draft']

export type ClaimFormInput = {
  restored: Pick<StoredClaim, 'draft' | 'photos' | 'heldPhotos' | 'submission'> | null
  /** Maximum claim amount, in minor units. */
  limit: number
  /** 128 random bits as hex. */
  newKey: () => string
}

export type ClaimFormEvent =
  | { type: 'claim.change'; patch: Partial<ClaimDraft> }
  | { type: 'claim.send' }
  | { type: 'claim.edit' }
  | { type: 'claim.sentElsewhere'; body: NewClaim }
  | PhotosChanged
  | SubmissionUpdate<NewClaim, unknown>

export type ClaimFormContext = Pick<ClaimFormInput, 'newKey' | 'limit'> & {
  draft: ClaimDraft
  photoSet: PhotoSetActor
  photos: readonly PhotoActor[]
  submission: Submission<NewClaim> | null
  problem: ApiFailure | null
}

const bodyOf = ({ draft, photos }: ClaimFormContext): NewClaim => ({
  kind: draft.kind ?? 'damaged',
  words: cleanLines(draft.words),
  photos: photoUrls(photos),
  amount: draft.amount,
})

/** Files a claim: kind, text, photos and amount. Submits exactly once. */
export const claimFormMachine = setup({
  types: {
    input: {} as ClaimFormInput,
    context: {} as ClaimFormContext,
    events: {} as ClaimFormEvent,
    meta: {} as ScreenMeta<ClaimFormEvent>,
    tags: {} as 'busy',
  },
  actors: {
    submission: submissionMachine,
    photoSet: photoSetMachine,
  },
  actions: {
    changeDraft: assign(({ context, event }) => {
      assertEvent(event, 'claim.change')
      return { draft: { ...context.draft, ...event.patch }, problem: null }
    }),
    setPhotos: assign(({ event }) => {
      assertEvent(event, 'photos.changed')
      return { photos: event.photos }
    }),
    setSubmission: assign((_, submission: Submission<NewClaim> | null) => ({ submission })),
    setProblem: assign({ problem: ({ event }) => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
    saveDraft: notProvided('claimForm', 'saveDraft'),
    forgetDraft: notProvided('claimForm', 'forgetDraft'),
  },
  guards: {
    isIncomplete: ({ context: { draft, limit } }) =>
      draft.kind === null || cleanLines(draft.words) === '' || isAmountWrong(draft, limit),
    hasFailedPhotos: ({ context }) => summarizePhotos(context.photos).failed > 0,
    hasBusyPhotos: ({ context }) => summarizePhotos(context.photos).busy > 0,
    hasAllPhotos: ({ context }) => summarizePhotos(context.photos).busy === 0,
    isThisClaim: ({ context, event }) => {
      assertEvent(event, 'claim.sentElsewhere')
      if (!event.body) return false
      const { photos } = event.body
      const body = bodyOf(context)
      // Without own photos, ignore the photos: another tab may have added them.
      const comparableBody = context.photos.length === 0 ? { ...body, photos } : body
      return JSON.stringify(comparableBody) === JSON.stringify(event.body)
    },
  },
}).createMachine({
  id: 'claimForm',
  meta: { page: '/order/claims/:orderId', title: 'order.title', systemEvents: ['claim.sentElsewhere'] },
  context: ({ input: { restored, newKey, limit }, self, spawn }) => {
    const photoSet = spawn('photoSet', {
      id: 'photoSet',
      input: {
        urls: restored?.photos ?? [],
        held: restored?.heldPhotos ?? [],
        limit: policy.maxClaimPhotos,
        hasAccount: true,
        newKey,
        listener: self,
      },
    })
    return {
      newKey,
      limit,
      draft: restored?.draft ?? { kind: null, words: '', amount: 0 },
      photoSet,
      photos: photoSet.getSnapshot().context.photos,
      submission: restored?.submission ?? null,
      problem: null,
    }
  },
  initial: 'editing',
  states: {
    editing: {
      initial: 'pristine',
      on: {
        'claim.change': { actions: ['changeDraft', 'saveDraft'] },
        'photos.changed': { actions: ['setPhotos', 'saveDraft'] },
        'claim.send': [
          { guard: 'isIncomplete', target: '.showingErrors' },
          { guard: 'hasFailedPhotos', target: '.showingErrors' },
          { guard: 'hasBusyPhotos', target: 'waitingForPhotos', actions: 'clearProblem' },
          { target: 'sending', actions: 'clearProblem' },
        ],
        'claim.sentElsewhere': {
          guard: 'isThisClaim',
          target: 'sent',
          description: 'Another tab sent the same text. Sending it again would create a second claim.',
        },
      },
      states: {
        pristine: { description: 'No field shows an error yet.' },
        showingErrors: { description: 'Missing, excessive or failed values show their messages.' },
      },
    },
    waitingForPhotos: {
      description: 'The form is complete, and photos are still uploading.',
      tags: 'busy',
      always: [
        { guard: 'hasFailedPhotos', target: 'editing.showingErrors' },
        { guard: 'hasAllPhotos', target: 'sending' },
      ],
      on: {
        'photos.changed': { actions: ['setPhotos', 'saveDraft'] },
        'claim.edit': { target: 'editing' },
      },
    },
    sending: {
      description: 'Retries use the same idempotency key, so only one claim is created.',
      tags: 'busy',
      invoke: {
        id: 'submission',
        src: 'submission',
        input: ({ context, self }) => ({
          body: bodyOf(context),
          previous: context.submission,
          newKey: context.newKey,
          listener: self,
        }),
        onError: { target: 'editing', actions: 'setProblem' },
      },
      on: {
        'submission.changed': {
          actions: [{ type: 'setSubmission', params: ({ event }) => event.submission }, 'saveDraft'],
        },
        'submission.accepted': { target: 'sent' },
        'submission.refused': { target: 'editing', actions: 'setProblem' },
        'submission.unanswered': {
          description: 'The claim may have arrived. Retries send the same body with the same key.',
          target: 'editing',
          actions: 'setProblem',
        },
      },
    },
    sent: { type: 'final', entry: 'forgetDraft' },
  },
})

export type ClaimFormActor = ActorRefFrom<typeof claimFormMachine>
