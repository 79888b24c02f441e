import { type ActorRefFrom, assertEvent, assign, setup } from 'xstate'
import type { FeedbackType } from '../contract/feedback.ts'
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

export type FeedbackDraft = { type: FeedbackType; text: string }
/** `content` is JSON with the text and the photo URLs. */
export type FeedbackBody = { type: FeedbackType; content: string }

export type FeedbackInput = {
  restored: {
    draft: FeedbackDraft
    photos: string[]
    heldPhotos: string[]
    submission: Submission<FeedbackBody> | null
  } | null
  /** 128 random bits as hex. */
  newKey: () => string
}

export type FeedbackEvent =
  | { type: 'feedback.change'; patch: Partial<FeedbackDraft> }
  | { type: 'feedback.send' }
  | { type: 'feedback.edit' }
  | PhotosChanged
  | SubmissionUpdate<FeedbackBody, unknown>

export type FeedbackContext = Pick<FeedbackInput, 'newKey'> & {
  draft: FeedbackDraft
  photoSet: PhotoSetActor
  photos: readonly PhotoActor[]
  submission: Submission<FeedbackBody> | null
  problem: ApiFailure | null
}

const bodyOf = ({ draft, photos }: FeedbackContext): FeedbackBody => ({
  type: draft.type,
  content: JSON.stringify({ text: cleanLines(draft.text), images: photoUrls(photos) }),
})

/** Feedback form. Submits exactly once. */
export const feedbackMachine = setup({
  types: {
    input: {} as FeedbackInput,
    context: {} as FeedbackContext,
    events: {} as FeedbackEvent,
    meta: {} as ScreenMeta<FeedbackEvent>,
    tags: {} as 'busy',
  },
  actors: {
    submission: submissionMachine,
    photoSet: photoSetMachine,
  },
  actions: {
    changeDraft: assign(({ context, event }) => {
      assertEvent(event, 'feedback.change')
      return { draft: { ...context.draft, ...event.patch }, problem: null }
    }),
    setPhotos: assign(({ event }) => {
      assertEvent(event, 'photos.changed')
      return { photos: event.photos }
    }),
    setSubmission: assign((_, submission: Submission<FeedbackBody> | null) => ({ submission })),
    setProblem: assign({ problem: ({ event }) => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
    saveDraft: notProvided('feedback', 'saveDraft'),
    forgetDraft: notProvided('feedback', 'forgetDraft'),
  },
  guards: {
    isEmpty: ({ context }) => cleanLines(context.draft.text) === '',
    hasFailedPhotos: ({ context }) => summarizePhotos(context.photos).failed > 0,
    hasBusyPhotos: ({ context }) => summarizePhotos(context.photos).busy > 0,
    hasAllPhotos: ({ context }) => summarizePhotos(context.photos).busy === 0,
  },
}).createMachine({
  id: 'feedback',
  meta: { page: '/feedback', title: 'feedback.title' },
  context: ({ input: { restored, newKey }, self, spawn }) => {
    const urls = restored?.photos ?? []
    const photoSet = spawn('photoSet', {
      id: 'photoSet',
      input: {
        urls,
        held: restored?.heldPhotos ?? [],
        limit: policy.maxFeedbackPhotos,
        hasAccount: true,
        newKey,
        listener: self,
      },
    })
    return {
      newKey,
      draft: restored?.draft ?? { type: 0, text: '' },
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
        'feedback.change': { actions: ['changeDraft', 'saveDraft'] },
        'photos.changed': { actions: ['setPhotos', 'saveDraft'] },
        'feedback.send': [
          { guard: 'isEmpty', target: '.showingErrors' },
          { guard: 'hasFailedPhotos', target: '.showingErrors' },
          { guard: 'hasBusyPhotos', target: 'waitingForPhotos', actions: 'clearProblem' },
          { target: 'sending', actions: 'clearProblem' },
        ],
      },
      states: {
        pristine: { description: 'No field shows an error yet.' },
        showingErrors: {
          description: 'A missing text and failed pictures show their messages.',
        },
      },
    },
    waitingForPhotos: {
      description: 'The form is complete, and pictures are still uploading.',
      tags: 'busy',
      always: [
        { guard: 'hasFailedPhotos', target: 'editing.showingErrors' },
        { guard: 'hasAllPhotos', target: 'sending' },
      ],
      on: {
        'photos.changed': { actions: ['setPhotos', 'saveDraft'] },
        'feedback.edit': { target: 'editing' },
      },
    },
    sending: {
      description: 'Retries use the same idempotency key, so only one feedback is created.',
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
          description: 'The feedback may have arrived. Retries send the same body with the same key.',
          target: 'editing',
          actions: 'setProblem',
        },
      },
    },
    sent: { type: 'final', entry: 'forgetDraft' },
  },
})

export type FeedbackActor = ActorRefFrom<typeof feedbackMachine>
