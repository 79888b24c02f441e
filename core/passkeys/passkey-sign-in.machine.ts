import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { PasskeyOptions, UsedPasskey } from '../contract/passkey.ts'
import { notProvided } from '../lib/not-provided.ts'
import { passkeyProblemOf } from './passkey-problem.ts'
import type * as signIn from './passkey-sign-in.ts'

/**
 * Sign-in with a passkey, or another proof of the account, beside the code. The device offers its passkeys in the phone field, or after a tap. Only one
 * of the two can be open, and options work once, within 5 minutes.
 */
export const passkeySignInMachine = setup({
  types: {
    context: {} as signIn.PasskeySignInContext,
    events: {} as signIn.PasskeySignInEvent,
    tags: {} as 'busy',
  },
  actors: {
    findAbilities: fromPromise<signIn.PasskeyAbilities>(notProvided('passkeySignIn', 'findAbilities')),
    fetchOptions: fromPromise<PasskeyOptions>(notProvided('passkeySignIn', 'fetchOptions')),
    offerPasskey: fromPromise<UsedPasskey, signIn.PasskeyPrompt>(
      notProvided('passkeySignIn', 'offerPasskey'),
    ),
    promptPasskey: fromPromise<UsedPasskey, signIn.PasskeyPrompt>(
      notProvided('passkeySignIn', 'promptPasskey'),
    ),
    checkPasskey: fromPromise<unknown, signIn.PasskeyAnswer>(notProvided('passkeySignIn', 'checkPasskey')),
  },
  actions: {
    setAbilities: assign((_, { hasAutofill }: signIn.PasskeyAbilities) => ({ hasAutofill })),
    setOptions: assign((_, { options }: { options: PasskeyOptions }) => ({ options })),
    setPasskey: assign((_, { passkey }: { passkey: UsedPasskey }) => ({ passkey })),
    dropAnswer: assign({ options: null, passkey: null }),
    setProblem: assign({ problem: ({ event }) => passkeyProblemOf('error' in event ? event.error : event) }),
    clearProblem: assign({ problem: null }),
    useResult: (_, _params: { result: unknown }) => notProvided('passkeySignIn', 'useResult')(),
  },
  guards: { hasAutofill: ({ context }) => context.hasAutofill },
  delays: { optionsLife: 240_000, retryPause: 30_000 },
}).createMachine({
  id: 'passkeySignIn',
  context: { hasAutofill: false, options: null, passkey: null, problem: null },
  initial: 'checking',
  states: {
    checking: {
      invoke: {
        id: 'findAbilities',
        src: 'findAbilities',
        onDone: { target: 'ready', actions: { type: 'setAbilities', params: ({ event }) => event.output } },
        onError: { target: 'missing' },
      },
    },
    missing: { description: 'The device has no passkeys. The page offers only the code.' },
    ready: {
      initial: 'preparing',
      on: { 'passkey.use': { target: 'fetching', actions: 'clearProblem' } },
      states: {
        preparing: {
          description: 'Fetches options before they are needed: some browsers prompt only right after a tap.',
          entry: 'dropAnswer',
          invoke: {
            id: 'fetchOptions',
            src: 'fetchOptions',
            onDone: {
              target: 'prepared',
              actions: { type: 'setOptions', params: ({ event }) => ({ options: event.output }) },
            },
            onError: { target: 'pausing' },
          },
        },
        prepared: {
          always: { guard: 'hasAutofill', target: 'offering' },
          on: { 'passkey.use': { target: '#passkeySignIn.prompting', actions: 'clearProblem' } },
          after: { optionsLife: { target: 'preparing' } },
        },
        offering: {
          description: 'The phone field lists the device’s passkeys.',
          invoke: {
            id: 'offerPasskey',
            src: 'offerPasskey',
            input: ({ context: { options } }) => ({ options }),
            onDone: {
              target: '#passkeySignIn.signingIn',
              actions: [
                'clearProblem',
                { type: 'setPasskey', params: ({ event }) => ({ passkey: event.output }) },
              ],
            },
            onError: { target: 'pausing' },
          },
          on: { 'passkey.use': { target: '#passkeySignIn.prompting', actions: 'clearProblem' } },
          after: { optionsLife: { target: 'preparing' } },
        },
        pausing: {
          description: 'The server didn’t answer, or the person left the prompt of the phone field.',
          after: { retryPause: { target: 'preparing' } },
        },
      },
    },
    fetching: {
      tags: 'busy',
      invoke: {
        id: 'fetchOptionsNow',
        src: 'fetchOptions',
        onDone: {
          target: 'prompting',
          actions: { type: 'setOptions', params: ({ event }) => ({ options: event.output }) },
        },
        onError: { target: 'ready.pausing', actions: 'setProblem' },
      },
    },
    prompting: {
      description: 'The device asks which passkey, and verifies its user.',
      tags: 'busy',
      invoke: {
        id: 'promptPasskey',
        src: 'promptPasskey',
        input: ({ context: { options } }) => ({ options }),
        onDone: {
          target: 'signingIn',
          actions: { type: 'setPasskey', params: ({ event }) => ({ passkey: event.output }) },
        },
        onError: { target: 'ready', actions: 'setProblem' },
      },
    },
    signingIn: {
      tags: 'busy',
      invoke: {
        id: 'checkPasskey',
        src: 'checkPasskey',
        input: ({ context: { passkey } }) => ({ passkey }),
        onDone: {
          target: 'done',
          actions: { type: 'useResult', params: ({ event }) => ({ result: event.output }) },
        },
        onError: { target: 'ready', actions: 'setProblem' },
      },
    },
    done: { type: 'final', description: '`auth` has the account, or the page has the proof.' },
  },
})

export type PasskeySignInActor = ActorRefFrom<typeof passkeySignInMachine>
