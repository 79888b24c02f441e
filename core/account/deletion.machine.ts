import { type ActorRefFrom, assertEvent, assign, emit, fromPromise, setup } from 'xstate'
import { failureIn } from '../api/asking.ts'
import type { DeletionTerms } from '../api/contract/account.ts'
import { errorCodes } from '../api/error-codes.ts'
import { type ApiFailure, isRefusedWith } from '../api/failure.ts'
import { sendProblemOf, signInProblemOf } from '../auth/auth-problem.ts'
import type { AuthProblem, CodeSent } from '../auth/sign-in.types.ts'
import { notProvided } from '../not-provided.ts'
import { policy } from '../policy/numbers.ts'
import type { ScreenMeta } from '../screen/screen.ts'

export type DeletionEvent =
  | { type: 'deletion.retry' }
  | { type: 'deletion.start' }
  | { type: 'deletion.stop' }
  | { type: 'code.change'; code: string }
  | { type: 'code.submit' }

export type DeletionInput = { code: string; requestId: string }

type DeletionContext = {
  terms: DeletionTerms | null
  /** Why the terms could not be read. */
  failure: ApiFailure | null
  sent: CodeSent | null
  code: string
  /** Why no code came, or why the account is still there. */
  problem: AuthProblem | null
}

/** The end of an account: what stands in its way, then a code to its own number, then nothing is left on this device. */
export const accountDeletionMachine = setup({
  types: {
    context: {} as DeletionContext,
    events: {} as DeletionEvent,
    meta: {} as ScreenMeta<DeletionEvent>,
    emitted: {} as { type: 'deletion.done' },
    tags: {} as 'busy',
  },
  actors: {
    readTerms: fromPromise<DeletionTerms>(notProvided('accountDeletion', 'readTerms')),
    sendCode: fromPromise<CodeSent, { requestId: string | null }>(notProvided('accountDeletion', 'sendCode')),
    deleteAccount: fromPromise<unknown, DeletionInput>(notProvided('accountDeletion', 'deleteAccount')),
  },
  actions: {
    keepTerms: assign({ terms: (_, terms: DeletionTerms) => terms, failure: null }),
    keepFailure: assign({ failure: ({ event }) => failureIn(event) }),
    keepSent: assign({ sent: (_, sent: CodeSent) => sent, code: '' }),
    keepCode: assign(({ event }) => {
      assertEvent(event, 'code.change')
      return { code: event.code, problem: null }
    }),
    keepProblem: assign({ code: '', problem: (_, problem: AuthProblem) => problem }),
    clearProblem: assign({ problem: null }),
    clearCode: assign({ code: '', problem: null }),
    announceDone: emit({ type: 'deletion.done' }),
    leaveApp: () => notProvided('accountDeletion', 'leaveApp')(),
  },
  guards: {
    isBlocked: (_, terms: DeletionTerms) => terms.ongoing.length > 0,
    isWhole: ({ context }) => context.code.length === policy.codeDigits,
    isOngoing: ({ event }) => isRefusedWith(failureIn(event), errorCodes.userStateError),
  },
}).createMachine({
  id: 'accountDeletion',
  meta: { page: '/person/account', title: 'myAccount.title' },
  context: { terms: null, failure: null, sent: null, code: '', problem: null },
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readTerms',
        src: 'readTerms',
        onDone: [
          {
            guard: { type: 'isBlocked', params: ({ event }) => event.output },
            target: 'blocked',
            actions: { type: 'keepTerms', params: ({ event }) => event.output },
          },
          { target: 'allowed', actions: { type: 'keepTerms', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unread', actions: 'keepFailure' },
      },
    },
    unread: { on: { 'deletion.retry': { target: 'reading' } } },
    blocked: {
      description: 'An order is ongoing, or its refund or dispute is: the page names them.',
      on: { 'deletion.retry': { target: 'reading' } },
    },
    allowed: { on: { 'deletion.start': { target: 'sendingCode', actions: 'clearProblem' } } },
    sendingCode: {
      tags: 'busy',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context }) => ({ requestId: context.sent?.requestId ?? null }),
        onDone: {
          target: 'enteringCode',
          actions: { type: 'keepSent', params: ({ event }) => event.output },
        },
        onError: {
          target: 'allowed',
          actions: { type: 'keepProblem', params: ({ event }) => sendProblemOf(event.error) },
        },
      },
    },
    enteringCode: {
      on: {
        'code.change': { actions: 'keepCode' },
        'code.submit': { guard: 'isWhole', target: 'deleting', actions: 'clearProblem' },
        'deletion.stop': { target: 'allowed', actions: 'clearCode' },
      },
    },
    deleting: {
      tags: 'busy',
      invoke: {
        id: 'deleteAccount',
        src: 'deleteAccount',
        input: ({ context }) => ({ code: context.code, requestId: context.sent?.requestId ?? '' }),
        onDone: { target: 'deleted' },
        onError: [
          {
            guard: 'isOngoing',
            target: 'reading',
            actions: 'clearCode',
            description: 'An order was made meanwhile.',
          },
          {
            target: 'enteringCode',
            actions: { type: 'keepProblem', params: ({ event }) => signInProblemOf(event.error) },
          },
        ],
      },
    },
    deleted: {
      type: 'final',
      entry: ['announceDone', 'leaveApp'],
      description: 'This device signs out and forgets; the others learn it from their line.',
    },
  },
})

export type AccountDeletionActor = ActorRefFrom<typeof accountDeletionMachine>
