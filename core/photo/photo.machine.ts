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
import type { StoredFile } from '../api/contract/file.ts'
import { type ApiFailure, fieldOf, isNotThere } from '../api/failure.ts'
import type { ImageFailure, ImageSource, PreparedImage } from '../platform.ts'
import type { Result } from '../result.ts'

/** Limits that the server names when it refuses an upload. */
const uploadLimits = ['photosAtOnce', 'photosToday'] as const

export type PhotoProblem =
  | { code: (typeof uploadLimits)[number] }
  | ImageFailure
  | { code: 'network' }
  | { code: 'refused'; errorCode: number }
  | { code: 'gone' }
  | { code: 'unexpected' }
export type PrepareResult = Result<PreparedImage, ImageFailure>
export type UploadResult = Result<StoredFile, ApiFailure>

/** Told when the photo's outcome changed: uploaded, failed, or trying again. */
export type PhotoListener = ActorRef<Snapshot<unknown>, { type: 'photo.changed'; id: string }>

export type PhotoInput = {
  id: string
  /** A picture to send, or one that a former visit has sent. */
  from: { kind: 'source'; source: ImageSource } | { kind: 'uploaded'; url: string }
  listener: PhotoListener
}

export type PhotoEvent =
  | { type: 'upload.progressed'; share: number }
  | { type: 'upload.finished'; result: UploadResult }
  | { type: 'photo.retry' }

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

const problemOf = (failure: ApiFailure): PhotoProblem => {
  if (failure.kind === 'refused') {
    const limit = uploadLimits.find((code) => code === fieldOf(failure.details))
    return limit ? { code: limit } : { code: 'refused', errorCode: failure.code }
  }
  return failure.kind === 'network' ? { code: 'network' } : { code: 'unexpected' }
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
    prepare: fromPromise<PrepareResult, { source: ImageSource }>(() => {
      throw new Error("photo: provide 'prepare'")
    }),
    upload: fromCallback<PhotoEvent, { image: PreparedImage | null }>(() => {
      throw new Error("photo: provide 'upload'")
    }),
    signAnew: fromPromise<UploadResult, { url: string }>(() => {
      throw new Error("photo: provide 'signAnew'")
    }),
  },
  actions: {
    keepPrepared: assign({
      prepared: (_, params: { result: PrepareResult }) => (params.result.ok ? params.result.value : null),
    }),
    keepProgress: assign(({ event }) => {
      assertEvent(event, 'upload.progressed')
      return { progress: Math.min(1, Math.max(0, event.share)) }
    }),
    keepUrl: assign(({ event }) => {
      assertEvent(event, 'upload.finished')
      return event.result.ok ? { url: event.result.value.url, progress: 1 } : {}
    }),
    keepSignedUrl: assign({
      signedUrl: (_, params: { result: UploadResult }) => (params.result.ok ? params.result.value.url : null),
    }),
    forgetUrl: assign({ url: null, progress: 0 }),
    startOver: assign({ progress: 0, problem: null }),
    keepProblem: assign({ problem: (_, params: { problem: PhotoProblem }) => params.problem }),
    tellListener: sendTo(
      ({ context }) => context.listener,
      ({ context }) => ({ type: 'photo.changed' as const, id: context.id }),
    ),
  },
  guards: {
    isUploaded: ({ context }) => context.from.kind === 'uploaded',
    isGone: (_, result: UploadResult) => !result.ok && isNotThere(result.error),
    succeeded: (_, result: { ok: boolean }) => result.ok,
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
            guard: { type: 'succeeded', params: ({ event }) => event.output },
            target: 'uploading',
            actions: { type: 'keepPrepared', params: ({ event }) => ({ result: event.output }) },
          },
          {
            target: 'failed',
            actions: {
              type: 'keepProblem',
              params: ({ event }) => ({
                problem: event.output.ok ? { code: 'unexpected' } : event.output.error,
              }),
            },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: { problem: { code: 'unexpected' } } },
        },
      },
    },
    uploading: {
      tags: 'busy',
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context }) => ({ image: context.prepared }),
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: { problem: { code: 'unexpected' } } },
        },
      },
      on: {
        'upload.progressed': { actions: 'keepProgress' },
        'upload.finished': [
          {
            guard: { type: 'succeeded', params: ({ event }) => event.result },
            target: 'uploaded',
            actions: 'keepUrl',
          },
          {
            target: 'failed',
            actions: {
              type: 'keepProblem',
              params: ({ event }) => ({
                problem: event.result.ok ? { code: 'unexpected' } : problemOf(event.result.error),
              }),
            },
          },
        ],
      },
      after: {
        uploadTimeout: {
          target: 'failed',
          actions: { type: 'keepProblem', params: { problem: { code: 'network' } } },
        },
      },
    },
    uploaded: {
      entry: 'tellListener',
      initial: 'choosing',
      states: {
        choosing: {
          always: [{ guard: 'isUploaded', target: 'signing' }, { target: 'shown' }],
        },
        signing: {
          description: 'The address of a former visit no longer shows the photo: it is signed anew.',
          invoke: {
            id: 'signAnew',
            src: 'signAnew',
            input: ({ context }) => ({ url: context.url ?? '' }),
            onDone: [
              {
                description: 'What nothing showed for a day is not stored any more.',
                guard: { type: 'isGone', params: ({ event }) => event.output },
                target: '#photo.failed',
                actions: ['forgetUrl', { type: 'keepProblem', params: { problem: { code: 'gone' } } }],
              },
              {
                target: 'shown',
                actions: { type: 'keepSignedUrl', params: ({ event }) => ({ result: event.output }) },
              },
            ],
            onError: { target: 'shown' },
          },
        },
        shown: {},
      },
    },
    failed: {
      entry: 'tellListener',
      on: {
        'photo.retry': [
          { guard: 'isUnusable', description: 'Another try with the same picture cannot help.' },
          { guard: 'isPrepared', target: 'uploading', actions: ['startOver', 'tellListener'] },
          { target: 'preparing', actions: ['startOver', 'tellListener'] },
        ],
      },
    },
  },
})

export type PhotoActor = ActorRefFrom<typeof photoMachine>
