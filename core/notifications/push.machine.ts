import { type ActorRefFrom, assertEvent, assign, fromPromise, setup } from 'xstate'
import { notProvided } from '../lib/not-provided.ts'
import type { PushPermission } from './device-push.ts'
import {
  type PushContext,
  type PushEvent,
  type PushFinding,
  type PushInput,
  type PushRecord,
  problemOfEvent,
  type SubscribeInput,
} from './push.ts'

/** Push notices on this device, for the account that is signed in. */
export const pushMachine = setup({
  types: {
    input: {} as PushInput,
    context: {} as PushContext,
    events: {} as PushEvent,
    tags: {} as 'busy',
  },
  actors: {
    restorePush: fromPromise<PushFinding>(notProvided('push', 'restorePush')),
    readPublicKey: fromPromise<string | null>(notProvided('push', 'readPublicKey')),
    askPermission: fromPromise<PushPermission>(notProvided('push', 'askPermission')),
    subscribe: fromPromise<PushRecord, SubscribeInput>(notProvided('push', 'subscribe')),
    unsubscribe: fromPromise<void>(notProvided('push', 'unsubscribe')),
    endPush: fromPromise<void>(notProvided('push', 'endPush')),
  },
  actions: {
    setRecord: assign((_, record: PushRecord | null) => ({ record, problem: null })),
    chooseKinds: assign(({ event }) => {
      assertEvent(event, 'push.turnOn')
      return { kinds: event.kinds, problem: null }
    }),
    switchKind: assign(({ context: { record }, event }) => {
      assertEvent(event, 'kind.change')
      if (!record) return {}
      const others = record.kinds.filter((kind) => kind !== event.kind)
      return { record: { ...record, kinds: event.isOn ? [...others, event.kind] : others }, problem: null }
    }),
    setPublicKey: assign((_, publicKey: string | null) => ({ publicKey, problem: null })),
    keepPublicKey: assign(({ context: { record } }) => ({ publicKey: record?.publicKey ?? null })),
    setProblem: assign({ problem: ({ event }) => problemOfEvent(event) }),
    clearProblem: assign({ problem: null }),
    forgetAccount: assign({ record: null, problem: null }),
    decline: assign({ isDeclined: true }),
  },
  guards: {
    isAvailable: ({ context }) => context.support === 'available',
    needsInstall: ({ context }) => context.support === 'installFirst',
    isInWeChat: ({ context }) => context.support === 'inWeChat',
    canDecline: ({ context }) => !context.isDeclined,
    isOn: (_, { record }: PushFinding) => record !== null,
    isDenied: (_, { permission }: { permission: PushPermission }) => permission === 'denied',
    isGranted: (_, { permission }: { permission: PushPermission }) => permission === 'granted',
    isOffered: (_, { publicKey }: { publicKey: string | null }) => publicKey !== null,
  },
}).createMachine({
  id: 'push',
  context: ({ input }) => ({ ...input, record: null, kinds: [], publicKey: null, problem: null }),
  initial: 'signedOut',
  on: {
    'account.signedIn': { target: '.arriving', actions: 'forgetAccount' },
    'account.signedOut': { target: '.ending', actions: 'forgetAccount' },
  },
  states: {
    signedOut: {},
    ending: {
      description:
        'Ends the device’s subscription and closes its notices, since the next account is another’s.',
      invoke: {
        id: 'endPush',
        src: 'endPush',
        onDone: { target: 'signedOut' },
        onError: {
          target: 'signedOut',
          description:
            'The server ended it with the session, and the device shows no texts without an account.',
        },
      },
    },
    arriving: {
      always: [
        { guard: 'isAvailable', target: 'restoring' },
        { guard: 'needsInstall', target: 'unavailable.installFirst' },
        { guard: 'isInWeChat', target: 'unavailable.inWeChat' },
        { target: 'unavailable' },
      ],
    },
    unavailable: {
      initial: 'onDevice',
      on: {
        'account.signedIn': { description: 'The same for every account.' },
        'push.decline': { guard: 'canDecline', actions: 'decline' },
      },
      states: {
        onDevice: { description: 'The device has no push messages.' },
        installFirst: { description: 'The app must be on the home screen.' },
        inWeChat: { description: 'WeChat’s browser has no push messages, other browsers of the phone do.' },
        onServer: {
          description: 'The server has no key for push messages.',
          on: { 'account.signedIn': { target: '#push.restoring', actions: 'forgetAccount' } },
        },
      },
    },
    restoring: {
      description:
        'Compares the device’s subscription with the stored one and the server’s key, and renews it.',
      invoke: {
        id: 'restorePush',
        src: 'restorePush',
        onDone: [
          {
            guard: { type: 'isOn', params: ({ event }) => event.output },
            target: 'on',
            actions: { type: 'setRecord', params: ({ event }) => event.output.record },
          },
          {
            guard: { type: 'isDenied', params: ({ event }) => event.output },
            target: 'denied',
            actions: 'forgetAccount',
          },
          { target: 'off', actions: 'forgetAccount' },
        ],
        onError: { target: 'off', actions: 'forgetAccount' },
      },
    },
    off: {
      initial: 'unchecked',
      on: {
        'push.decline': { guard: 'canDecline', actions: 'decline' },
        'record.changed': { target: 'restoring' },
      },
      states: {
        unchecked: {
          description: 'Most pages don’t need to know whether the server sends notices.',
          on: { 'push.look': { target: 'checking' } },
        },
        checking: {
          tags: 'busy',
          invoke: {
            id: 'readPublicKey',
            src: 'readPublicKey',
            onDone: [
              {
                guard: { type: 'isOffered', params: ({ event }) => ({ publicKey: event.output }) },
                target: 'ready',
                actions: { type: 'setPublicKey', params: ({ event }) => event.output },
              },
              { target: '#push.unavailable.onServer' },
            ],
            onError: { target: 'failed', actions: 'setProblem' },
          },
        },
        failed: {
          on: { 'push.look': { target: 'checking', actions: 'clearProblem' } },
        },
        ready: {
          on: { 'push.turnOn': { target: '#push.asking', actions: 'chooseKinds' } },
        },
      },
    },
    asking: {
      description: 'The device asks its own question.',
      tags: 'busy',
      invoke: {
        id: 'askPermission',
        src: 'askPermission',
        onDone: [
          {
            guard: { type: 'isGranted', params: ({ event }) => ({ permission: event.output }) },
            target: 'subscribing',
          },
          {
            guard: { type: 'isDenied', params: ({ event }) => ({ permission: event.output }) },
            target: 'denied',
            actions: 'decline',
          },
          { target: 'off.ready', description: 'The question was closed without an answer.' },
        ],
        onError: { target: 'off.ready', actions: 'setProblem' },
      },
    },
    subscribing: {
      tags: 'busy',
      invoke: {
        id: 'subscribe',
        src: 'subscribe',
        input: ({ context: { publicKey, kinds } }) => ({
          publicKey: publicKey ?? '',
          kinds,
          isConsent: true,
        }),
        onDone: { target: 'on', actions: { type: 'setRecord', params: ({ event }) => event.output } },
        onError: { target: 'off.ready', actions: 'setProblem' },
      },
    },
    denied: {
      description: 'Only the device’s settings can allow notices again.',
      on: {
        'push.look': { target: 'restoring' },
        'record.changed': { target: 'restoring' },
      },
    },
    on: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'kind.change': { target: 'saving', actions: 'switchKind' },
            'push.turnOff': { target: 'turningOff', actions: 'clearProblem' },
            'record.changed': { target: '#push.restoring' },
          },
        },
        saving: {
          tags: 'busy',
          invoke: {
            id: 'saveKinds',
            src: 'subscribe',
            input: ({ context: { record } }) => ({
              publicKey: record?.publicKey ?? '',
              kinds: record?.kinds ?? [],
              isConsent: false,
            }),
            onDone: { target: 'idle', actions: { type: 'setRecord', params: ({ event }) => event.output } },
            onError: { target: 'unsaved', actions: 'setProblem' },
          },
          on: { 'kind.change': { target: 'saving', reenter: true, actions: 'switchKind' } },
        },
        unsaved: {
          description: 'The switches show what was wanted. The next change saves them all.',
          on: {
            'push.look': { target: 'saving', actions: 'clearProblem' },
            'kind.change': { target: 'saving', actions: 'switchKind' },
            'push.turnOff': { target: 'turningOff', actions: 'clearProblem' },
          },
        },
        turningOff: {
          tags: 'busy',
          invoke: {
            id: 'unsubscribe',
            src: 'unsubscribe',
            onDone: { target: '#push.off.ready', actions: ['keepPublicKey', 'forgetAccount', 'decline'] },
            onError: { target: 'idle', actions: 'setProblem' },
          },
        },
      },
    },
  },
})

export type PushActor = ActorRefFrom<typeof pushMachine>
