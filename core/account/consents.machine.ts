import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'
import type { Consent } from '../contract/consent.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { canAgree, canWithdrawPush } from './consents.ts'

export type ConsentsEvent =
  | ReadingUpdate<readonly Consent[]>
  /** Agrees to the current privacy policy. */
  | { type: 'privacy.agree' }
  | { type: 'push.withdraw' }

export type ConsentsContext = {
  /** Newest first. Null until read. */
  consents: readonly Consent[] | null
  /** Failure of the last request; null after a success. */
  problem: ApiFailure | null
}

/** Lists, gives and withdraws the traveller's consents. */
export const consentsMachine = setup({
  types: {
    context: {} as ConsentsContext,
    events: {} as ConsentsEvent,
    emitted: {} as { type: 'push.withdrawn' },
    meta: {} as ScreenMeta<ConsentsEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    agree: fromPromise<readonly Consent[]>(notProvided('consents', 'agree')),
    withdrawPush: fromPromise<readonly Consent[]>(notProvided('consents', 'withdrawPush')),
  },
  actions: {
    setConsents: assign({ consents: (_, consents: readonly Consent[]) => consents }),
    dropConsents: assign({ consents: null }),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    setProblem: assign({ problem: ({ event }) => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
    announceWithdrawn: emit({ type: 'push.withdrawn' }),
  },
  guards: {
    canAgree: ({ context }) => canAgree(context),
    canWithdrawPush: ({ context }) => canWithdrawPush(context),
  },
}).createMachine({
  id: 'consents',
  meta: { page: '/person/account', title: 'myAccount.title' },
  context: { consents: null, problem: null },
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'idle',
  on: {
    'reading.done': { actions: { type: 'setConsents', params: ({ event }) => event.value } },
    'reading.gone': { actions: 'dropConsents' },
    'reading.changed': { actions: 'refreshSnapshot' },
  },
  states: {
    idle: {
      on: {
        'privacy.agree': { guard: 'canAgree', target: 'agreeing', actions: 'clearProblem' },
        'push.withdraw': {
          guard: 'canWithdrawPush',
          target: 'withdrawingPush',
          actions: 'clearProblem',
          description: 'Ends the push messages of all devices.',
        },
      },
    },
    agreeing: {
      tags: 'busy',
      invoke: {
        id: 'agree',
        src: 'agree',
        onDone: { target: 'idle', actions: { type: 'setConsents', params: ({ event }) => event.output } },
        onError: { target: 'idle', actions: 'setProblem' },
      },
    },
    withdrawingPush: {
      tags: 'busy',
      invoke: {
        id: 'withdrawPush',
        src: 'withdrawPush',
        onDone: {
          target: 'idle',
          actions: [{ type: 'setConsents', params: ({ event }) => event.output }, 'announceWithdrawn'],
        },
        onError: {
          target: 'idle',
          actions: 'setProblem',
          description: 'The consent may have ended. Retrying is safe.',
        },
      },
    },
  },
})

export type ConsentsActor = ActorRefFrom<typeof consentsMachine>
