import { type ActorRefFrom, assertEvent, assign, fromPromise, setup } from 'xstate'
import { failureIn } from '../api/asking.ts'
import { type ApiFailure, mayBeDone } from '../api/failure.ts'
import { notProvided } from '../not-provided.ts'
import type { PhotoActor } from '../photo/photo.machine.ts'
import { photoUrls, summarizePhotos } from '../photo/photo-list.ts'
import { type PhotoSetActor, type PhotosChanged, photoSetMachine } from '../photo/photo-set.machine.ts'
import { policy } from '../policy/numbers.ts'
import type { ScreenMeta } from '../screen/screen.ts'
import { cleanLines } from '../text/clean.ts'
import type { StoredFeedback } from './stored-feedback.ts'

/** As typed. */
export type FeedbackDraft = StoredFeedback['draft']
export type FeedbackSubmission = NonNullable<StoredFeedback['submission']>

export type FeedbackInput = {
  /** What an earlier visit left. */
  restored: Pick<StoredFeedback, 'draft' | 'photos' | 'heldPhotos' | 'submission'> | null
  /** 128 random bits as hex. */
  newKey: () => string
}

export type FeedbackEvent =
  | { type: 'feedback.change'; patch: Partial<FeedbackDraft> }
  | { type: 'feedback.send' }
  | { type: 'feedback.edit' }
  | PhotosChanged

export type FeedbackContext = Pick<FeedbackInput, 'newKey'> & {
  draft: FeedbackDraft
  photoSet: PhotoSetActor
  photos: readonly PhotoActor[]
  submission: FeedbackSubmission | null
  problem: ApiFailure | null
}

/** The text of the call's `content`. */
const contentOf = ({ draft, photos }: FeedbackContext): string =>
  JSON.stringify({ text: cleanLines(draft.text), images: photoUrls(photos) })

/** Words and pictures for the hotel or for us, sent once. */
export const feedbackMachine = setup({
  types: {
    input: {} as FeedbackInput,
    context: {} as FeedbackContext,
    events: {} as FeedbackEvent,
    meta: {} as ScreenMeta<FeedbackEvent>,
    tags: {} as 'busy',
  },
  actors: {
    sendFeedback: fromPromise<unknown, { submission: FeedbackSubmission | null }>(
      notProvided('feedback', 'sendFeedback'),
    ),
    photoSet: photoSetMachine,
  },
  actions: {
    keepChange: assign(({ context, event }) => {
      assertEvent(event, 'feedback.change')
      return { draft: { ...context.draft, ...event.patch }, problem: null }
    }),
    keepPhotos: assign(({ event }) => {
      assertEvent(event, 'photos.changed')
      return { photos: event.photos }
    }),
    makeSubmission: assign(({ context }) => {
      const body = { type: context.draft.type, content: contentOf(context) }
      const { submission } = context
      const isSame = submission?.body.type === body.type && submission.body.content === body.content
      return {
        problem: null,
        submission: isSame ? submission : { idempotencyKey: context.newKey(), body },
      }
    }),
    dropSubmission: assign({ submission: null }),
    keepProblem: assign({ problem: ({ event }) => failureIn(event) }),
    clearProblem: assign({ problem: null }),
    saveDraft: notProvided('feedback', 'saveDraft'),
    forgetDraft: notProvided('feedback', 'forgetDraft'),
  },
  guards: {
    isEmpty: ({ context }) => cleanLines(context.draft.text) === '',
    hasFailedPhotos: ({ context }) => summarizePhotos(context.photos).failed > 0,
    hasBusyPhotos: ({ context }) => summarizePhotos(context.photos).busy > 0,
    hasAllPhotos: ({ context }) => summarizePhotos(context.photos).busy === 0,
    isRefused: ({ event }) => !mayBeDone(failureIn(event)),
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
        'feedback.change': { actions: ['keepChange', 'saveDraft'] },
        'photos.changed': { actions: ['keepPhotos', 'saveDraft'] },
        'feedback.send': [
          { guard: 'isEmpty', target: '.showingErrors' },
          { guard: 'hasFailedPhotos', target: '.showingErrors' },
          { guard: 'hasBusyPhotos', target: 'waitingForPhotos', actions: 'clearProblem' },
          { target: 'sending', actions: ['makeSubmission', 'saveDraft'] },
        ],
      },
      states: {
        pristine: { description: 'No field shows an error yet.' },
        showingErrors: {
          description: 'A text that is missing and pictures that failed show their messages.',
        },
      },
    },
    waitingForPhotos: {
      description: 'Everything is written; the last pictures are on their way.',
      tags: 'busy',
      always: [
        { guard: 'hasFailedPhotos', target: 'editing.showingErrors' },
        { guard: 'hasAllPhotos', target: 'sending', actions: ['makeSubmission', 'saveDraft'] },
      ],
      on: {
        'photos.changed': { actions: ['keepPhotos', 'saveDraft'] },
        'feedback.edit': { target: 'editing' },
      },
    },
    sending: {
      description: 'Posted under one key: however often it is repeated, it is there once.',
      tags: 'busy',
      invoke: {
        id: 'sendFeedback',
        src: 'sendFeedback',
        input: ({ context }) => ({ submission: context.submission }),
        onDone: { target: 'sent' },
        onError: [
          { guard: 'isRefused', target: 'editing', actions: ['keepProblem', 'dropSubmission', 'saveDraft'] },
          {
            description: 'Perhaps it arrived: the same words go out again under the same key.',
            target: 'editing',
            actions: 'keepProblem',
          },
        ],
      },
    },
    sent: { type: 'final', entry: 'forgetDraft' },
  },
})

export type FeedbackActor = ActorRefFrom<typeof feedbackMachine>
