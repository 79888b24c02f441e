import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'
import { isNotFound } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import type { ImageSource } from '../lib/platform.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { type CameraUpdate, cameraMachine } from './camera.machine.ts'
import { parseScannedPath, readTypedCode } from './qr-content.ts'

export type ScannerEvent =
  | CameraUpdate
  | { type: 'camera.retry' }
  | { type: 'code.type'; text: string }
  | { type: 'code.discard' }
  | { type: 'scan.again' }
  | { type: 'picture.choose'; source: ImageSource }

/** `result`: the path of an order form or a handover. */
export type ScannerEmitted = { type: 'scanner.found'; result: string }

/** Finds one of our QR codes by camera, picture or typing. The camera runs only while it is useful. */
export const scannerMachine = setup({
  types: {
    input: {} as { ownHost: string },
    context: {} as { ownHost: string; typedQrId: string; result: string | null; source: ImageSource },
    events: {} as ScannerEvent,
    meta: {} as ScreenMeta<ScannerEvent>,
    emitted: {} as ScannerEmitted,
  },
  actors: {
    camera: cameraMachine,
    readPicture: fromPromise<string, { source: ImageSource }>(notProvided('scanner', 'readPicture')),
    checkCode: fromPromise<string, { qrId: string }>(notProvided('scanner', 'checkCode')),
  },
  actions: {
    setResult: assign({
      result: ({ context }, params: { text: string }) => parseScannedPath(params.text, context.ownHost),
    }),
    setTypedQrId: assign({
      typedQrId: ({ context }, params: { text: string }) => readTypedCode(params.text, context.ownHost) ?? '',
    }),
    setSource: assign({ source: (_, params: { source: ImageSource }) => params.source }),
    announceFound: emit(({ context }) => ({ type: 'scanner.found', result: context.result ?? '' })),
  },
  guards: {
    isOurs: ({ context }, { text = '' }: { text?: string }) =>
      parseScannedPath(text, context.ownHost) !== null,
    isTypedCode: ({ context }, { text = '' }: { text?: string }) =>
      readTypedCode(text, context.ownHost) !== null,
    isUnknown: ({ event }) => isNotFound(failureOfEvent(event)),
  },
}).createMachine({
  id: 'scanner',
  meta: {
    page: '/qr-code/scan',
    title: 'scan.title',
    systemEvents: ['camera.granted', 'camera.refused', 'camera.missing', 'camera.barred', 'code.read'],
  },
  context: ({ input }) => ({ ownHost: input.ownHost, typedQrId: '', result: null, source: null }),
  initial: 'looking',
  states: {
    looking: {
      type: 'parallel',
      states: {
        camera: {
          initial: 'on',
          states: {
            on: {
              invoke: {
                id: 'camera',
                src: 'camera',
                input: ({ self }) => ({ listener: self }),
                onError: { target: 'missing' },
              },
              initial: 'asking',
              on: {
                'camera.refused': { target: 'denied' },
                'camera.missing': { target: 'missing' },
                'camera.barred': { target: 'barred' },
              },
              states: {
                asking: {
                  description: 'The browser asks for permission.',
                  on: { 'camera.granted': { target: 'scanning' } },
                },
                scanning: {
                  on: {
                    'code.read': [
                      {
                        guard: { type: 'isOurs', params: ({ event }) => ({ text: event.text }) },
                        target: '#scanner.found',
                        actions: { type: 'setResult', params: ({ event }) => ({ text: event.text }) },
                      },
                      { target: 'foreign' },
                    ],
                  },
                },
                foreign: {
                  description: 'The camera found a QR code that isn’t ours.',
                  on: {
                    'scan.again': { target: 'scanning' },
                    'code.read': {
                      guard: { type: 'isOurs', params: ({ event }) => ({ text: event.text }) },
                      target: '#scanner.found',
                      actions: { type: 'setResult', params: ({ event }) => ({ text: event.text }) },
                    },
                  },
                },
              },
            },
            denied: {
              description: 'Permission was denied. Pictures and typing still work.',
              on: { 'camera.retry': { target: 'on' } },
            },
            barred: { description: 'Pages without TLS can’t use the camera. Offers the other ways first.' },
            missing: {
              description: 'No camera, or it can’t start.',
              on: { 'camera.retry': { target: 'on' } },
            },
          },
        },
        picture: {
          initial: 'none',
          on: {
            'picture.choose': {
              target: '.reading',
              actions: { type: 'setSource', params: ({ event }) => ({ source: event.source }) },
            },
          },
          states: {
            none: {},
            reading: {
              invoke: {
                id: 'readPicture',
                src: 'readPicture',
                input: ({ context }) => ({ source: context.source }),
                onDone: [
                  {
                    guard: { type: 'isOurs', params: ({ event }) => ({ text: event.output }) },
                    target: '#scanner.found',
                    actions: { type: 'setResult', params: ({ event }) => ({ text: event.output }) },
                  },
                  { target: 'foreign' },
                ],
                onError: { target: 'unreadable' },
              },
            },
            foreign: { description: 'The picture shows a QR code that isn’t ours.' },
            unreadable: { description: 'The picture shows no QR code.' },
          },
        },
        typing: {
          initial: 'pristine',
          on: {
            'code.type': [
              {
                guard: { type: 'isTypedCode', params: ({ event }) => ({ text: event.text }) },
                target: '.checking',
                actions: { type: 'setTypedQrId', params: ({ event }) => ({ text: event.text }) },
              },
              { target: '.wrong' },
            ],
            'code.discard': {
              target: '.pristine',
              description: 'Aborts the check of the previous code.',
            },
          },
          states: {
            pristine: {},
            wrong: { description: 'The typed text can’t be one of our codes.' },
            checking: {
              description: 'Checks the code before sign-in, so that a typo costs no text message.',
              invoke: {
                id: 'checkCode',
                src: 'checkCode',
                input: ({ context }) => ({ qrId: context.typedQrId }),
                onDone: {
                  target: '#scanner.found',
                  actions: { type: 'setResult', params: ({ event }) => ({ text: event.output }) },
                },
                onError: [
                  {
                    guard: 'isUnknown',
                    target: 'unknown',
                  },
                  {
                    description: 'Other errors open the order form, which shows them and retries.',
                    target: '#scanner.found',
                    actions: { type: 'setResult', params: ({ context }) => ({ text: context.typedQrId }) },
                  },
                ],
              },
            },
            unknown: { description: 'The server doesn’t know the code.' },
          },
        },
      },
    },
    found: { type: 'final', entry: 'announceFound' },
  },
})

export type ScannerActor = ActorRefFrom<typeof scannerMachine>
