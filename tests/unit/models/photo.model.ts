import { fail, ok } from '@handsfree/core'
import { type PhotoListener, photoMachine } from '@handsfree/core/photos'
import { createEmptyActor } from 'xstate'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'

const listener = createEmptyActor() as unknown as PhotoListener

export const photoModel = defineModel<typeof photoMachine>({
  machine: photoMachine,
  starts: {
    'a picture to send': () => ({
      id: 'photo-0',
      from: { kind: 'source', source: 'picture' },
      heldKey: null,
      sendingKey: null,
      hasAccount: true,
      listener,
    }),
    'a picture of a traveller': () => ({
      id: 'photo-0',
      from: { kind: 'source', source: 'picture' },
      heldKey: null,
      sendingKey: 'key-1',
      hasAccount: true,
      listener,
    }),
    'a picture of a visitor': () => ({
      id: 'photo-0',
      from: { kind: 'source', source: 'picture' },
      heldKey: 'key-1',
      sendingKey: null,
      hasAccount: false,
      listener,
    }),
    'held on the device by a former visit': () => ({
      id: 'photo-0',
      from: { kind: 'held' },
      heldKey: 'key-1',
      sendingKey: null,
      hasAccount: false,
      listener,
    }),
    'held, and signed in since': () => ({
      id: 'photo-0',
      from: { kind: 'held' },
      heldKey: 'key-1',
      sendingKey: null,
      hasAccount: true,
      listener,
    }),
    'sent by a former visit': () => ({
      id: 'photo-0',
      from: { kind: 'uploaded', url: '/files/1' },
      heldKey: null,
      sendingKey: null,
      hasAccount: true,
      listener,
    }),
  },
  samples: {
    'upload.progressed': { half: { share: 0.5 }, 'too much': { share: 2 } },
    'upload.finished': {
      '': { file: { url: '/files/1', width: 1200, height: 900 } },
    },
    'upload.failed': { refused: { failure: refused(1008) }, offline: { failure: offline } },
    'photo.retry': { '': {} },
    'photo.online': { '': {} },
    'account.signedIn': { '': {} },
  },
  sentBy: {
    'upload.progressed': 'upload',
    'upload.finished': 'upload',
    'upload.failed': 'upload',
    'photo.online': 'hints',
  },
  outcomes: {
    prepare: {
      ready: ok({ source: 'small picture', bytes: 90_000, preview: 'blob:1' }),
      'not a picture': fail(refused(1008, { code: 'unsupportedType' })),
      'too large': fail(refused(1008, { code: 'tooLarge', sizeLimitMb: 10 })),
      unreadable: fail(refused(1008, { code: 'unreadable' })),
    },
    restoreHeld: { found: ok({ source: 'small picture', bytes: 90_000, preview: 'blob:1' }) },
    hold: { stored: ok(undefined) },
    holdSending: { stored: ok(undefined) },
    signAgain: {
      signed: ok({ url: '/files/1?signature=2', width: 1200, height: 900 }),
      gone: fail(refused(1002)),
      offline: fail(offline),
    },
  },
  delays: { uploadTimeout: [60_000], holdTimeout: [5_000] },
  facts: ({ context }) => ({
    isPrepared: context.prepared !== null,
    hasAccount: context.hasAccount,
    isHeldFirst: context.sendingKey !== null,
    problem: context.problem?.code ?? null,
  }),
  laws: {
    'a photo has an address exactly when it is uploaded': ({ snapshot }) =>
      snapshot.matches('uploaded') === (snapshot.context.url !== null),
    'a problem is told exactly when it failed': ({ snapshot }) =>
      snapshot.matches('failed') === (snapshot.context.problem !== null),
    'nothing is uploaded without an account': ({ snapshot, calls }) =>
      snapshot.context.hasAccount || calls.every(({ id }) => id !== 'upload'),
    'a picture is held on the device before it is sent': ({ snapshot, calls }) =>
      snapshot.context.sendingKey === null ||
      calls.every(
        ({ id }, at) => id !== 'upload' || calls.slice(0, at).some((call) => call.id === 'holdSending'),
      ),
    'progress is a share': ({ snapshot: { context } }) => context.progress >= 0 && context.progress <= 1,
  },
  simple: { steps: 8, paths: 60 },
})
