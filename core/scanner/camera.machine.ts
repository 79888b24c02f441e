import { type ActorRef, assign, fromCallback, fromPromise, type Snapshot, sendTo, setup } from 'xstate'
import { notProvided } from '../lib/not-provided.ts'

/** A platform's stream, opaque to core. */
export type CameraStream = object

/**
 * Why the camera is unavailable. The traveller can allow a `refused` camera, but can't fix a `missing` or occupied one,
 * or a page without TLS (`barred`).
 */
export type CameraBarrier = 'refused' | 'missing' | 'barred'

/** Rejection of `openCamera`; any other error counts as `missing`. */
export class CameraError extends Error {
  readonly barrier: CameraBarrier
  constructor(barrier: CameraBarrier) {
    super(`the camera is ${barrier}`)
    this.barrier = barrier
  }
}

export type CameraUpdate =
  | { type: 'camera.granted' }
  | { type: 'camera.refused' }
  | { type: 'camera.missing' }
  | { type: 'camera.barred' }
  | { type: 'code.read'; text: string }

export type CameraInput = { listener: ActorRef<Snapshot<unknown>, CameraUpdate> }

export type CameraEvent =
  | { type: 'page.hidden' }
  | { type: 'page.shown' }
  | { type: 'picture.shown' }
  | { type: 'picture.lost' }
  | { type: 'code.seen'; text: string }

const barrierOf = (event: object): CameraBarrier =>
  'error' in event && event.error instanceof CameraError ? event.error.barrier : 'missing'

/** A device's camera, off while the page is hidden. Ends if no camera is available. */
export const cameraMachine = setup({
  types: {
    input: {} as CameraInput,
    context: {} as CameraInput & { stream: CameraStream | null },
    events: {} as CameraEvent,
  },
  actors: {
    watchPage: fromCallback<CameraEvent>(notProvided('camera', 'watchPage')),
    openCamera: fromPromise<CameraStream>(notProvided('camera', 'openCamera')),
    readCodes: fromCallback<CameraEvent, { stream: CameraStream | null }>(notProvided('camera', 'readCodes')),
  },
  actions: {
    setStream: assign({ stream: (_, stream: CameraStream) => stream }),
    reportGranted: sendTo(({ context }) => context.listener, { type: 'camera.granted' }),
    reportRefused: sendTo(({ context }) => context.listener, { type: 'camera.refused' }),
    reportMissing: sendTo(({ context }) => context.listener, { type: 'camera.missing' }),
    reportBarred: sendTo(({ context }) => context.listener, { type: 'camera.barred' }),
    reportCode: sendTo(
      ({ context }) => context.listener,
      (_, text: string) => ({ type: 'code.read' as const, text }),
    ),
  },
  guards: {
    isRefused: ({ event }) => barrierOf(event) === 'refused',
    isBarred: ({ event }) => barrierOf(event) === 'barred',
  },
}).createMachine({
  id: 'camera',
  context: ({ input }) => ({ ...input, stream: null }),
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { target: '.over', actions: 'reportMissing' },
  },
  initial: 'opening',
  states: {
    opening: {
      description: 'The browser may ask for permission.',
      invoke: {
        id: 'openCamera',
        src: 'openCamera',
        onDone: { target: 'on', actions: { type: 'setStream', params: ({ event }) => event.output } },
        onError: [
          { guard: 'isRefused', target: 'over', actions: 'reportRefused' },
          { guard: 'isBarred', target: 'over', actions: 'reportBarred' },
          { target: 'over', actions: 'reportMissing' },
        ],
      },
      on: { 'page.hidden': { target: 'hidden' } },
    },
    on: {
      invoke: {
        id: 'readCodes',
        src: 'readCodes',
        input: ({ context }) => ({ stream: context.stream }),
        onError: { target: 'over', actions: 'reportMissing' },
      },
      on: {
        'page.hidden': { target: 'hidden' },
        'picture.shown': { actions: 'reportGranted' },
        'picture.lost': {
          target: 'over',
          actions: 'reportMissing',
          description: 'Another program took the camera, or it was unplugged.',
        },
        'code.seen': { actions: { type: 'reportCode', params: ({ event }) => event.text } },
      },
    },
    hidden: {
      description: 'The page is hidden. The camera and its light are off.',
      on: { 'page.shown': { target: 'opening' } },
    },
    over: { type: 'final' },
  },
})
