import {
  type ActorRefFrom,
  assign,
  emit,
  enqueueActions,
  fromPromise,
  type ProvidedActor,
  type Spawner,
  sendTo,
  setup,
  stopChild,
} from 'xstate'
import type { Account } from '../contract/user.ts'
import { notProvided } from '../lib/not-provided.ts'
import * as auth from './auth.ts'
import type { SignInRef, SignInSnapshot, signInMachine } from './sign-in.machine.ts'
import type { SignInEvent } from './sign-in.ts'

/** Sign-in, session and profile. */
export const authMachine = setup({
  types: {
    input: {} as auth.AuthInput,
    context: {} as auth.AuthContext,
    events: {} as auth.AuthEvent,
    emitted: {} as auth.AuthEmitted,
  },
  actors: {
    loadSignIn: fromPromise<typeof signInMachine>(notProvided('auth', 'loadSignIn')),
    detectDialCode: fromPromise<string>(notProvided('auth', 'detectDialCode')),
    fetchProfile: fromPromise<auth.Profile, { uin: string }>(notProvided('auth', 'fetchProfile')),
    syncLanguage: fromPromise<void>(notProvided('auth', 'syncLanguage')),
  },
  actions: {
    setOrigin: assign(({ context, event }) => ({ qrId: auth.originOf(context, event) })),
    setPhone: assign(({ context, event }) => ({ phone: auth.mergePhone(context, event) })),
    queueEvent: assign(({ context, event }) => ({ queue: auth.queueWith(context, event as SignInEvent) })),
    replayQueue: enqueueActions(({ context, enqueue }) => {
      for (const queued of context.queue) enqueue.sendTo(context.signIn as SignInRef, queued)
      enqueue.assign({ queue: [] })
    }),
    setDialCode: assign({ phone: (_, dialCode: string) => ({ dialCode, phoneNumber: '' }) }),
    startSignIn: assign(({ context, self, spawn }, logic: typeof signInMachine) => {
      const { now, phone, requestId, qrId, sent } = context
      const input = { now, phone, requestId, qrId, sent, listener: self }
      return { signIn: (spawn as Spawner<ProvidedActor>)(logic, { id: 'signIn', input, syncSnapshot: true }) }
    }),
    forwardEvent: sendTo(
      ({ context }) => context.signIn as SignInRef,
      ({ event }) => event as SignInEvent,
    ),
    setEntry: assign((_, entry: SignInSnapshot) => auth.entryOf(entry)),
    dropSent: assign({ sent: null }),
    stopSignIn: stopChild('signIn'),
    dropSignIn: assign({ signIn: null, sent: null, qrId: null, queue: [] }),
    setAccount: assign(({ context }, account: Account) => auth.withAccount(context, account)),
    setProfile: assign((_, profile: auth.Profile) => ({ profile, mayBeDeleted: false })),
    skipName: assign({ isNameSkipped: true }),
    mergeFields: assign(({ context, event }) => ({ profile: auth.mergeProfile(context, event) })),
    setMayBeDeleted: assign({ mayBeDeleted: true }),
    clearMayBeDeleted: assign({ mayBeDeleted: false }),
    forgetAccount: assign(auth.signedOutContext),
    endToken: (_, _params: { token: string }) => notProvided('auth', 'endToken')(),
    announceCodeSent: emit({ type: 'auth.codeSent' }),
    announceProfileNeeded: emit({ type: 'auth.profileNeeded' }),
    announceProfileSettled: emit({ type: 'auth.profileSettled' }),
    announceSignedIn: emit((_, account: Account) => ({ type: 'auth.signedIn', account })),
    announceEnd: emit(({ context }) => ({ type: 'auth.signedOut', reason: auth.endReason(context) })),
    announceSignedOut: emit((_, params: auth.SignOut) => ({ type: 'auth.signedOut', ...params })),
  },
  guards: {
    hasAccount: ({ context }) => context.account !== null,
    isCodeSent: ({ context }) => context.sent !== null,
    isAcceptedBySignIn: ({ context, event }) =>
      context.signIn?.getSnapshot().can(event as SignInEvent) ?? false,
    isProfileNew: ({ context }, profile: auth.Profile) => profile.name === '' && !context.isNameSkipped,
    hasProfile: ({ context }) => context.profile !== null,
  },
  delays: { loadPause: 3_000 },
}).createMachine({
  id: 'auth',
  context: ({ input }) => auth.initialAuth(input),
  initial: 'restoring',
  states: {
    restoring: {
      description: 'Restores the session from what the last visit stored.',
      always: [
        { guard: 'hasAccount', target: 'signedIn' },
        {
          description: 'The device discarded the page while the traveller read the text message.',
          guard: 'isCodeSent',
          target: 'signedOut.starting',
        },
        { target: 'signedOut' },
      ],
    },
    signedOut: {
      initial: 'idle',
      exit: ['stopSignIn', 'dropSignIn'],
      on: {
        'account.found': {
          description: 'The code was accepted, or another tab signed in.',
          target: 'signedIn',
          actions: [
            { type: 'setAccount', params: ({ event }) => event.account },
            { type: 'announceSignedIn', params: ({ event }) => event.account },
          ],
        },
      },
      states: {
        resetting: {
          description: 'Signing out resets the calling code (spec section 4).',
          invoke: {
            id: 'detectDialCode',
            src: 'detectDialCode',
            onDone: { target: 'idle', actions: { type: 'setDialCode', params: ({ event }) => event.output } },
            onError: { target: 'idle' },
          },
          on: { 'auth.begin': { target: 'starting', actions: 'setOrigin' } },
        },
        idle: {
          description: 'A visitor who isn’t signing in.',
          on: { 'auth.begin': { target: 'starting', actions: 'setOrigin' } },
        },
        starting: {
          description: 'Loads `signIn` on demand. Events that arrive while it loads are queued.',
          invoke: {
            id: 'loadSignIn',
            src: 'loadSignIn',
            onDone: {
              target: 'entering',
              actions: [{ type: 'startSignIn', params: ({ event }) => event.output }, 'replayQueue'],
            },
            onError: { target: 'unavailable' },
          },
          on: {
            'auth.begin': { actions: 'setOrigin' },
            'phone.change': { description: 'Keeps the text typed while loading.', actions: 'setPhone' },
            'phone.edit': { actions: 'dropSent' },
            'code.request': { actions: 'queueEvent' },
            'code.change': { actions: 'queueEvent' },
            'code.submit': { actions: 'queueEvent' },
            'code.resend': { actions: 'queueEvent' },
          },
        },
        unavailable: {
          description: 'Loading failed and is retried.',
          on: {
            'auth.begin': { target: 'starting', actions: 'setOrigin' },
            'phone.change': { actions: 'setPhone' },
            'code.request': { actions: 'queueEvent' },
          },
          after: { loadPause: { target: 'starting' } },
        },
        entering: {
          description: 'The child signs in. This machine stores what must outlive the child.',
          on: {
            'auth.begin': { actions: 'forwardEvent' },
            'phone.change': { guard: 'isAcceptedBySignIn', actions: 'forwardEvent' },
            'phone.edit': { guard: 'isAcceptedBySignIn', actions: 'forwardEvent' },
            'code.request': { guard: 'isAcceptedBySignIn', actions: 'forwardEvent' },
            'code.change': { guard: 'isAcceptedBySignIn', actions: 'forwardEvent' },
            'code.submit': { guard: 'isAcceptedBySignIn', actions: 'forwardEvent' },
            'code.resend': { guard: 'isAcceptedBySignIn', actions: 'forwardEvent' },
            'code.sent': { actions: 'announceCodeSent' },
            'xstate.snapshot.signIn': {
              actions: { type: 'setEntry', params: ({ event }) => event.snapshot },
            },
          },
        },
      },
    },
    signedIn: {
      type: 'parallel',
      on: {
        'auth.signOut': {
          description: 'Clears this device first, then revokes the previous token in the background.',
          target: 'signedOut.resetting',
          actions: [
            { type: 'endToken', params: ({ context }) => ({ token: context.account?.token ?? '' }) },
            'forgetAccount',
            { type: 'announceSignedOut', params: { reason: 'request' } },
          ],
        },
        'session.ended': { target: 'signedOut.resetting', actions: ['announceEnd', 'forgetAccount'] },
        'deletion.unanswered': { actions: 'setMayBeDeleted' },
        'deletion.answered': { actions: 'clearMayBeDeleted' },
        'account.removed': {
          description: 'Another tab signed out.',
          target: 'signedOut',
          actions: ['forgetAccount', { type: 'announceSignedOut', params: { reason: 'elsewhere' } }],
        },
        'account.deleted': {
          description: 'The server already revoked the tokens.',
          target: 'signedOut.resetting',
          actions: ['forgetAccount', { type: 'announceSignedOut', params: { reason: 'deleted' } }],
        },
      },
      states: {
        profile: {
          initial: 'fetching',
          on: {
            'profile.changed': {
              description: 'The profile was saved on its page or in another tab.',
              guard: 'hasProfile',
              target: '.ready',
              actions: 'mergeFields',
            },
          },
          states: {
            fetching: {
              invoke: {
                id: 'fetchProfile',
                src: 'fetchProfile',
                input: ({ context }) => ({ uin: context.account?.uin ?? '' }),
                onDone: [
                  {
                    guard: { type: 'isProfileNew', params: ({ event }) => event.output },
                    target: 'incomplete',
                    actions: { type: 'setProfile', params: ({ event }) => event.output },
                  },
                  { target: 'ready', actions: { type: 'setProfile', params: ({ event }) => event.output } },
                ],
                onError: { target: 'unavailable' },
              },
            },
            unavailable: {
              description: 'The profile couldn’t be loaded. Nothing depends on it.',
              entry: 'announceProfileSettled',
              on: { 'profile.retry': { target: 'fetching' } },
            },
            incomplete: {
              description: 'New account without a name.',
              entry: 'announceProfileNeeded',
              on: { 'profile.skip': { target: 'ready', actions: 'skipName' } },
            },
            ready: { entry: 'announceProfileSettled' },
          },
        },
        device: {
          description: 'Reports the interface language to the server. Nothing depends on the result.',
          initial: 'syncing',
          states: {
            syncing: {
              invoke: {
                id: 'syncLanguage',
                src: 'syncLanguage',
                onDone: { target: 'synced' },
                onError: { target: 'synced' },
              },
            },
            synced: {},
          },
        },
      },
    },
  },
})

export type AuthActor = ActorRefFrom<typeof authMachine>
