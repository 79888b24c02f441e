import { type ActorRefFrom, assertEvent, assign, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import type { StoredFile } from '../contract/file.ts'
import { isNotFound } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import type { ImageSource, PreparedImage } from '../lib/platform.ts'
import type { HeldKey, PhotoContext, PhotoEvent, PhotoInput } from './photo.ts'
import { type PhotoProblem, photoProblemOf } from './photo-problem.ts'

/** One luggage photo, from the file to the server. */
export const photoMachine = setup({
  types: {
    input: {} as PhotoInput,
    context: {} as PhotoContext,
    events: {} as PhotoEvent,
    tags: {} as 'busy',
  },
  actors: {
    prepare: fromPromise<PreparedImage, { source: ImageSource }>(notProvided('photo', 'prepare')),
    restoreHeld: fromPromise<PreparedImage, HeldKey>(notProvided('photo', 'restoreHeld')),
    hold: fromPromise<void, HeldKey & { image: PreparedImage | null }>(notProvided('photo', 'hold')),
    upload: fromCallback<PhotoEvent, { image: PreparedImage | null }>(notProvided('photo', 'upload')),
    hints: fromCallback<PhotoEvent>(notProvided('photo', 'hints')),
    signAgain: fromPromise<StoredFile, { url: string }>(notProvided('photo', 'signAgain')),
  },
  actions: {
    setAccount: assign({ hasAccount: true }),
    setPreparedImage: assign({ prepared: (_, image: PreparedImage) => image }),
    setProgress: assign(({ event }) => {
      assertEvent(event, 'upload.progressed')
      return { progress: Math.min(1, Math.max(0, event.share)) }
    }),
    setUrl: assign(({ event }) => {
      assertEvent(event, 'upload.finished')
      return { url: event.file.url, progress: 1 }
    }),
    setSignedUrl: assign({ signedUrl: (_, { url }: StoredFile) => url }),
    forgetUrl: assign({ url: null, progress: 0 }),
    startOver: assign({ progress: 0, problem: null }),
    setProblem: assign({ problem: (_, problem: PhotoProblem) => problem }),
    notifyListener: sendTo(
      ({ context }) => context.listener,
      ({ context }) => ({ type: 'photo.changed' as const, id: context.id }),
    ),
  },
  guards: {
    isUploaded: ({ context }) => context.from.kind === 'uploaded',
    isHeld: ({ context }) => context.from.kind === 'held',
    isGone: ({ event }) => isNotFound(failureOfEvent(event)),
    hasAccount: ({ context }) => context.hasAccount,
    isUploadedImmediately: ({ context }) => context.sendingKey !== null,
    isPrepared: ({ context }) => context.prepared !== null,
    wasOffline: ({ context }) => context.problem?.code === 'network',
    isUnusable: ({ context }) =>
      context.problem?.code === 'unsupportedType' ||
      context.problem?.code === 'damaged' ||
      context.problem?.code === 'tooLarge' ||
      context.problem?.code === 'gone',
  },
  delays: { uploadTimeout: 60_000, holdTimeout: 5_000 },
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
  on: { 'account.signedIn': { actions: 'setAccount' } },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'Restores a photo of an earlier visit: uploaded, or held on the device.',
      always: [
        { guard: 'isUploaded', target: 'uploaded' },
        { guard: 'isHeld', target: 'restoring' },
        { target: 'preparing' },
      ],
    },
    restoring: {
      tags: 'busy',
      invoke: {
        id: 'restoreHeld',
        src: 'restoreHeld',
        input: ({ context }) => ({ key: context.heldKey ?? '' }),
        onDone: [
          {
            guard: 'hasAccount',
            target: 'uploading',
            actions: { type: 'setPreparedImage', params: ({ event }) => event.output },
          },
          {
            target: 'held.stored',
            actions: { type: 'setPreparedImage', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'failed', actions: { type: 'setProblem', params: { code: 'gone' } } },
      },
    },
    preparing: {
      tags: 'busy',
      description: 'Checks the type by content, and scales the picture down.',
      invoke: {
        id: 'prepare',
        src: 'prepare',
        input: ({ context }) => ({ source: context.from.kind === 'source' ? context.from.source : null }),
        onDone: [
          {
            guard: 'isUploadedImmediately',
            target: 'holding',
            actions: { type: 'setPreparedImage', params: ({ event }) => event.output },
          },
          {
            guard: 'hasAccount',
            target: 'uploading',
            actions: { type: 'setPreparedImage', params: ({ event }) => event.output },
          },
          { target: 'held', actions: { type: 'setPreparedImage', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'setProblem', params: ({ event }) => photoProblemOf(failureOfEvent(event)) },
        },
      },
    },
    held: {
      description: 'Uploads need an account. Holds a visitor’s photo until sign-in.',
      on: { 'account.signedIn': { target: 'uploading', actions: ['setAccount', 'notifyListener'] } },
      initial: 'storing',
      states: {
        storing: {
          tags: 'busy',
          invoke: {
            id: 'hold',
            src: 'hold',
            input: ({ context }) => ({ key: context.heldKey ?? '', image: context.prepared }),
            onDone: { target: 'stored' },
            onError: { target: 'notStored' },
          },
          after: { holdTimeout: { target: 'notStored' } },
        },
        stored: { description: 'A reload restores it.', entry: 'notifyListener' },
        notStored: {
          description: 'The device can’t store it. It is lost when the page closes.',
          entry: 'notifyListener',
        },
      },
    },
    holding: {
      description: 'Stores the photo so that a reload can restore it. Without space it is uploaded anyway.',
      tags: 'busy',
      exit: 'notifyListener',
      invoke: {
        id: 'holdSending',
        src: 'hold',
        input: ({ context }) => ({ key: context.sendingKey ?? '', image: context.prepared }),
        onDone: { target: 'uploading' },
        onError: { target: 'uploading' },
      },
      after: { holdTimeout: { target: 'uploading' } },
    },
    uploading: {
      tags: 'busy',
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context }) => ({ image: context.prepared }),
        onError: { target: 'failed', actions: { type: 'setProblem', params: { code: 'unexpected' } } },
      },
      on: {
        'upload.progressed': { actions: 'setProgress' },
        'upload.finished': { target: 'uploaded', actions: 'setUrl' },
        'upload.failed': {
          target: 'failed',
          actions: { type: 'setProblem', params: ({ event }) => photoProblemOf(event.failure) },
        },
      },
      after: {
        uploadTimeout: { target: 'failed', actions: { type: 'setProblem', params: { code: 'network' } } },
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
          description: 'The stored address has expired. Requests a new signed one.',
          invoke: {
            id: 'signAgain',
            src: 'signAgain',
            input: ({ context }) => ({ url: context.url ?? '' }),
            onDone: {
              target: 'shown',
              actions: { type: 'setSignedUrl', params: ({ event }) => event.output },
            },
            onError: [
              {
                description: 'The server deletes photos that have been unused for a day.',
                guard: 'isGone',
                target: '#photo.failed',
                actions: ['forgetUrl', { type: 'setProblem', params: { code: 'gone' } }],
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
      invoke: {
        id: 'hints',
        src: 'hints',
        onError: { description: 'Without network events the traveller retries with a tap.' },
      },
      on: {
        'photo.online': {
          guard: 'wasOffline',
          description: 'Retries once each time the network returns.',
          target: 'uploading',
          actions: ['startOver', 'notifyListener'],
        },
        'photo.retry': [
          { guard: 'isUnusable', description: 'Retrying with the same picture can’t help.' },
          { guard: 'isPrepared', target: 'uploading', actions: ['startOver', 'notifyListener'] },
          { target: 'preparing', actions: ['startOver', 'notifyListener'] },
        ],
      },
    },
  },
})

export type PhotoActor = ActorRefFrom<typeof photoMachine>
