import { type ActorRefFrom, assertEvent, assign, fromPromise, setup, stopChild } from 'xstate'
import { failureOf } from '../api/asking.ts'
import type { ApiFailure } from '../api/failure.ts'
import { notProvided } from '../not-provided.ts'
import { type PhotoActor, photoMachine } from '../photo/photo.machine.ts'
import { photoUrls, summarizePhotos } from '../photo/photo-list.ts'
import type { ImageSource } from '../platform.ts'
import { policy } from '../policy/numbers.ts'
import { cleanLines } from '../text/clean.ts'
import type { StoredFeedback } from './stored-feedback.ts'

/** As typed. */
export type FeedbackDraft = StoredFeedback['draft']
export type FeedbackSubmission = NonNullable<StoredFeedback['submission']>

export type FeedbackInput = {
  /** What an earlier visit left. */
  restored: Pick<StoredFeedback, 'draft' | 'photos' | 'submission'> | null
  /** 128 random bits as hex. */
  newKey: () => string
}

export type FeedbackEvent =
  | { type: 'feedback.change'; patch: Partial<FeedbackDraft> }
  | { type: 'feedback.send' }
  | { type: 'feedback.edit' }
  | { type: 'photo.add'; sources: readonly ImageSource[] }
  | { type: 'photo.remove'; id: string }
  | { type: 'photo.changed'; id: string }

export type FeedbackContext = Pick<FeedbackInput, 'newKey'> & {
  draft: FeedbackDraft
  photos: PhotoActor[]
  photosMade: number
  /** How many of the pictures chosen last found no room. */
  photosLeftOut: number
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
    tags: {} as 'busy',
  },
  actors: {
    sendFeedback: fromPromise<unknown, { submission: FeedbackSubmission | null }>(
      notProvided('feedback', 'sendFeedback'),
    ),
    photo: photoMachine,
  },
  actions: {
    keepChange: assign(({ context, event }) => {
      assertEvent(event, 'feedback.change')
      return { draft: { ...context.draft, ...event.patch }, problem: null }
    }),
    addPhotos: assign(({ context, event, self, spawn }) => {
      assertEvent(event, 'photo.add')
      const room = policy.maxFeedbackPhotos - context.photos.length
      const added = event.sources.slice(0, room).map((source, index) => {
        const id = `photo-${context.photosMade + index}`
        return spawn('photo', { id, input: { id, from: { kind: 'source', source }, listener: self } })
      })
      return {
        photos: [...context.photos, ...added],
        photosMade: context.photosMade + added.length,
        photosLeftOut: event.sources.length - added.length,
      }
    }),
    stopPhoto: stopChild(({ event }) => {
      assertEvent(event, 'photo.remove')
      return event.id
    }),
    removePhoto: assign(({ context, event }) => {
      assertEvent(event, 'photo.remove')
      return { photos: context.photos.filter((photo) => photo.id !== event.id), photosLeftOut: 0 }
    }),
    // A new list makes a new snapshot: what views and guards derive from the photos is asked again.
    seePhotos: assign({ photos: ({ context }) => [...context.photos] }),
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
    keepProblem: assign({ problem: (_, problem: ApiFailure) => problem }),
    clearProblem: assign({ problem: null }),
    saveDraft: notProvided('feedback', 'saveDraft'),
    forgetDraft: notProvided('feedback', 'forgetDraft'),
  },
  guards: {
    isEmpty: ({ context }) => cleanLines(context.draft.text) === '',
    hasFailedPhotos: ({ context }) => summarizePhotos(context.photos).failed > 0,
    hasBusyPhotos: ({ context }) => summarizePhotos(context.photos).busy > 0,
    hasAllPhotos: ({ context }) => summarizePhotos(context.photos).busy === 0,
    hasRoomForPhotos: ({ context }) => context.photos.length < policy.maxFeedbackPhotos,
    isRefused: (_, { kind }: ApiFailure) => kind === 'refused',
  },
}).createMachine({
  id: 'feedback',
  context: ({ input: { restored, newKey }, self, spawn }) => ({
    newKey,
    draft: restored?.draft ?? { type: 0, text: '' },
    photos: (restored?.photos ?? []).map((url, index) =>
      spawn('photo', {
        id: `photo-${index}`,
        input: { id: `photo-${index}`, from: { kind: 'uploaded', url }, listener: self },
      }),
    ),
    photosMade: restored?.photos.length ?? 0,
    photosLeftOut: 0,
    submission: restored?.submission ?? null,
    problem: null,
  }),
  initial: 'editing',
  states: {
    editing: {
      initial: 'calm',
      on: {
        'feedback.change': { actions: ['keepChange', 'saveDraft'] },
        'photo.add': { guard: 'hasRoomForPhotos', actions: 'addPhotos' },
        'photo.remove': { actions: ['stopPhoto', 'removePhoto', 'saveDraft'] },
        'photo.changed': { actions: ['seePhotos', 'saveDraft'] },
        'feedback.send': [
          { guard: 'isEmpty', target: '.pointing' },
          { guard: 'hasFailedPhotos', target: '.pointing' },
          { guard: 'hasBusyPhotos', target: 'waitingForPhotos', actions: 'clearProblem' },
          { target: 'sending', actions: ['makeSubmission', 'saveDraft'] },
        ],
      },
      states: {
        calm: { description: 'Nothing is pointed at yet.' },
        pointing: { description: 'A text that is missing and pictures that failed show their messages.' },
      },
    },
    waitingForPhotos: {
      description: 'Everything is written; the last pictures are on their way.',
      tags: 'busy',
      always: [
        { guard: 'hasFailedPhotos', target: 'editing.pointing' },
        { guard: 'hasAllPhotos', target: 'sending', actions: ['makeSubmission', 'saveDraft'] },
      ],
      on: {
        'photo.changed': { actions: ['seePhotos', 'saveDraft'] },
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
          {
            guard: { type: 'isRefused', params: ({ event }) => failureOf(event.error) },
            target: 'editing',
            actions: [
              { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
              'dropSubmission',
              'saveDraft',
            ],
          },
          {
            description: 'Perhaps it arrived: the same words go out again under the same key.',
            target: 'editing',
            actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
          },
        ],
      },
    },
    sent: { type: 'final', entry: 'forgetDraft' },
  },
})

export type FeedbackActor = ActorRefFrom<typeof feedbackMachine>
