import * as v from 'valibot'
import {
  type ActorRef,
  type ActorRefFrom,
  assertEvent,
  assign,
  fromCallback,
  fromPromise,
  type Snapshot,
  sendTo,
  setup,
} from 'xstate'
import { failureIn } from '../api/asking.ts'
import type { StoredFile } from '../api/contract/file.ts'
import { errorCodes } from '../api/error-codes.ts'
import { type ApiFailure, fieldOf, isNotThere } from '../api/failure.ts'
import { notProvided } from '../not-provided.ts'
import type { ImageFailure, ImageSource, PreparedImage } from '../platform.ts'

/** Limits that the server names when it refuses an upload. */
const uploadLimits = ['photosAtOnce', 'photosToday'] as const

export type PhotoProblem =
  | { code: (typeof uploadLimits)[number] }
  | ImageFailure
  | { code: 'network' }
  | { code: 'refused'; errorCode: number }
  | { code: 'gone' }
  | { code: 'unexpected' }

/** Told when the photo's outcome changed: uploaded, failed, or trying again. */
export type PhotoListener = ActorRef<Snapshot<unknown>, { type: 'photo.changed'; id: string }>

export type PhotoInput = {
  id: string
  /** A picture to send, or one that a former visit has sent. */
  from: { kind: 'source'; source: ImageSource } | { kind: 'uploaded'; url: string }
  /** Whether somebody is signed in: without an account a picture is held, not sent. */
  hasAccount: boolean
  listener: PhotoListener
}

export type PhotoEvent =
  | { type: 'upload.progressed'; share: number }
  | { type: 'upload.finished'; file: StoredFile }
  | { type: 'upload.failed'; failure: ApiFailure }
  | { type: 'photo.retry' }
  | { type: 'account.signedIn' }

type PhotoContext = PhotoInput & {
  prepared: PreparedImage | null
  /** Share that is sent, 0 to 1. */
  progress: number
  /** What is posted: as the upload answered it, whether its signature still holds or not. */
  url: string | null
  /** An address that shows a photo of a former visit now. */
  signedUrl: string | null
  problem: PhotoProblem | null
}

const ImageRefused = v.variant('code', [
  v.object({ code: v.picklist(['unsupportedType', 'unreadable']) }),
  v.object({ code: v.literal('tooLarge'), sizeLimitMb: v.number() }),
])

/** A picture that cannot be used, as a failure. */
export const refusedImage = (details: ImageFailure): ApiFailure => ({
  kind: 'refused',
  code: errorCodes.paramError,
  message: '',
  details,
})

const problemOf = (failure: ApiFailure): PhotoProblem => {
  if (failure.kind !== 'refused') return { code: failure.kind }
  const image = v.safeParse(ImageRefused, failure.details)
  if (image.success) return image.output
  const limit = uploadLimits.find((code) => code === fieldOf(failure.details))
  return limit ? { code: limit } : { code: 'refused', errorCode: failure.code }
}

/** One luggage photo on its way to the server. */
export const photoMachine = setup({
  types: {
    input: {} as PhotoInput,
    context: {} as PhotoContext,
    events: {} as PhotoEvent,
    tags: {} as 'busy',
  },
  actors: {
    prepare: fromPromise<PreparedImage, { source: ImageSource }>(notProvided('photo', 'prepare')),
    upload: fromCallback<PhotoEvent, { image: PreparedImage | null }>(notProvided('photo', 'upload')),
    signAgain: fromPromise<StoredFile, { url: string }>(notProvided('photo', 'signAgain')),
  },
  actions: {
    keepAccount: assign({ hasAccount: true }),
    keepPrepared: assign({ prepared: (_, image: PreparedImage) => image }),
    keepProgress: assign(({ event }) => {
      assertEvent(event, 'upload.progressed')
      return { progress: Math.min(1, Math.max(0, event.share)) }
    }),
    keepUrl: assign(({ event }) => {
      assertEvent(event, 'upload.finished')
      return { url: event.file.url, progress: 1 }
    }),
    keepSignedUrl: assign({ signedUrl: (_, { url }: StoredFile) => url }),
    forgetUrl: assign({ url: null, progress: 0 }),
    startOver: assign({ progress: 0, problem: null }),
    keepProblem: assign({ problem: (_, problem: PhotoProblem) => problem }),
    notifyListener: sendTo(
      ({ context }) => context.listener,
      ({ context }) => ({ type: 'photo.changed' as const, id: context.id }),
    ),
  },
  guards: {
    isUploaded: ({ context }) => context.from.kind === 'uploaded',
    isGone: ({ event }) => isNotThere(failureIn(event)),
    hasAccount: ({ context }) => context.hasAccount,
    isPrepared: ({ context }) => context.prepared !== null,
    isUnusable: ({ context }) =>
      context.problem?.code === 'unsupportedType' ||
      context.problem?.code === 'tooLarge' ||
      context.problem?.code === 'gone',
  },
  delays: { uploadTimeout: 60_000 },
}).createMachine({
  id: 'photo',
  context: ({ input }) => ({
    ...input,
    prepared: null,
    progress: input.from.kind === 'uploaded' ? 1 : 0,
    url: input.from.kind === 'uploaded' ? input.from.url : null,
    signedUrl: null,
    problem: null,
  }),
  on: { 'account.signedIn': { actions: 'keepAccount' } },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'A photo of a former visit is uploaded already.',
      always: [{ guard: 'isUploaded', target: 'uploaded' }, { target: 'preparing' }],
    },
    preparing: {
      tags: 'busy',
      description: 'The type is checked by content; the picture is scaled down.',
      invoke: {
        id: 'prepare',
        src: 'prepare',
        input: ({ context }) => ({ source: context.from.kind === 'source' ? context.from.source : null }),
        onDone: [
          {
            guard: 'hasAccount',
            target: 'uploading',
            actions: { type: 'keepPrepared', params: ({ event }) => event.output },
          },
          { target: 'held', actions: { type: 'keepPrepared', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => problemOf(failureIn(event)) },
        },
      },
    },
    held: {
      description: 'Only who has an account may upload: a visitor’s picture waits for the sign-in.',
      entry: 'notifyListener',
      on: { 'account.signedIn': { target: 'uploading', actions: ['keepAccount', 'notifyListener'] } },
    },
    uploading: {
      tags: 'busy',
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context }) => ({ image: context.prepared }),
        onError: { target: 'failed', actions: { type: 'keepProblem', params: { code: 'unexpected' } } },
      },
      on: {
        'upload.progressed': { actions: 'keepProgress' },
        'upload.finished': { target: 'uploaded', actions: 'keepUrl' },
        'upload.failed': {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => problemOf(event.failure) },
        },
      },
      after: {
        uploadTimeout: { target: 'failed', actions: { type: 'keepProblem', params: { code: 'network' } } },
      },
    },
    uploaded: {
      entry: 'notifyListener',
      initial: 'choosing',
      states: {
        choosing: {
          always: [{ guard: 'isUploaded', target: 'signing' }, { target: 'shown' }],
        },
        signing: {
          description: 'The address of a former visit no longer shows the photo: it is signed again.',
          invoke: {
            id: 'signAgain',
            src: 'signAgain',
            input: ({ context }) => ({ url: context.url ?? '' }),
            onDone: {
              target: 'shown',
              actions: { type: 'keepSignedUrl', params: ({ event }) => event.output },
            },
            onError: [
              {
                description: 'What nothing showed for a day is not stored any more.',
                guard: 'isGone',
                target: '#photo.failed',
                actions: ['forgetUrl', { type: 'keepProblem', params: { code: 'gone' } }],
              },
              { target: 'shown' },
            ],
          },
        },
        shown: {},
      },
    },
    failed: {
      entry: 'notifyListener',
      on: {
        'photo.retry': [
          { guard: 'isUnusable', description: 'Another try with the same picture cannot help.' },
          { guard: 'isPrepared', target: 'uploading', actions: ['startOver', 'notifyListener'] },
          { target: 'preparing', actions: ['startOver', 'notifyListener'] },
        ],
      },
    },
  },
})

export type PhotoActor = ActorRefFrom<typeof photoMachine>
