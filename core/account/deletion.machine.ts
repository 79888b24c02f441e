import { type ActorRefFrom, assertEvent, assign, emit, fromPromise, sendTo, setup } from 'xstate'
import { sendProblemOf, signInProblemOf } from '../auth/auth-problem.ts'
import { type AuthProblem, afterTick, type SentCode } from '../auth/sign-in.ts'
import type { DeletionTerms } from '../contract/account.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { isOutcomeUnknown, isRefusedWith } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { policy } from '../policy/numbers.ts'
import {
  afterCodeProblem,
  afterRefusal,
  afterSending,
  type DeletionContext,
  type DeletionMachineInput,
  initialDeletion,
  wasCodeSentRecently,
} from './deletion.ts'

export type DeletionEvent =
  | ReadingUpdate<DeletionTerms>
  | { type: 'deletion.start' }
  | { type: 'deletion.stop' }
  | { type: 'code.change'; code: string }
  | { type: 'code.submit' }
  | { type: 'code.resend' }

/** `requestId` is null if the code was requested before a reload or by another device. */
export type DeletionInput = { code: string; requestId: string | null }

/** Deletes an account: shows what prevents it, then asks for a code sent to its number, then clears this device. */
export const accountDeletionMachine = setup({
  types: {
    input: {} as DeletionMachineInput,
    context: {} as DeletionContext,
    events: {} as DeletionEvent,
    meta: {} as ScreenMeta<DeletionEvent>,
    emitted: {} as { type: 'deletion.done' },
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    sendCode: fromPromise<SentCode, { requestId: string | null }>(notProvided('accountDeletion', 'sendCode')),
    deleteAccount: fromPromise<unknown, DeletionInput>(notProvided('accountDeletion', 'deleteAccount')),
  },
  actions: {
    setTerms: assign({ terms: (_, terms: DeletionTerms) => terms }),
    dropTerms: assign({ terms: null }),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
    setSentCode: assign(({ context }, sent: SentCode) => afterSending(context, sent)),
    setWait: assign(({ context }, problem: AuthProblem) => afterRefusal(context, problem)),
    countDown: assign(({ context }) => afterTick(context)),
    setCode: assign(({ event }) => {
      assertEvent(event, 'code.change')
      return { code: event.code, problem: null }
    }),
    setProblem: assign({ problem: (_, problem: AuthProblem) => problem }),
    setCodeProblem: assign((_, problem: AuthProblem) => afterCodeProblem(problem)),
    clearProblem: assign({ problem: null }),
    clearCode: assign({ code: '', problem: null }),
    markDeletionPending: () => notProvided('accountDeletion', 'markDeletionPending')(),
    markDeletionSettled: () => notProvided('accountDeletion', 'markDeletionSettled')(),
    announceDone: emit({ type: 'deletion.done' }),
    leaveApp: () => notProvided('accountDeletion', 'leaveApp')(),
  },
  guards: {
    isBlocked: (_, terms?: DeletionTerms) => (terms?.ongoing.length ?? 0) > 0,
    hasNoOngoingOrder: (_, terms?: DeletionTerms) => terms?.ongoing.length === 0,
    isCodeComplete: ({ context }) => context.code.length === policy.codeDigits,
    isWaitOver: ({ context }) => context.resendAt <= context.now(),
    wasCodeSentRecently: ({ context }, problem: AuthProblem) => wasCodeSentRecently(context, problem),
    isTooSoon: (_, { code }: AuthProblem) => code === 'tooSoon',
    isOutcomeUnknown: ({ event }) => isOutcomeUnknown(failureOfEvent(event)),
    isOngoing: ({ event }) => isRefusedWith(failureOfEvent(event), errorCodes.userStateError),
  },
  delays: { resendTick: 1_000 },
}).createMachine({
  id: 'accountDeletion',
  meta: { page: '/person/account', title: 'myAccount.title' },
  context: ({ input }) => initialDeletion(input),
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'unread',
  on: {
    'reading.done': [
      {
        guard: { type: 'isBlocked', params: ({ event }) => event.value },
        target: '.blocked',
        actions: [
          { type: 'setTerms', params: ({ event }) => event.value },
          'clearCode',
          'markDeletionSettled',
        ],
      },
      { actions: [{ type: 'setTerms', params: ({ event }) => event.value }, 'markDeletionSettled'] },
    ],
    'reading.gone': { target: '.unread', actions: ['dropTerms', 'clearCode'] },
    'reading.changed': { actions: 'refreshSnapshot' },
  },
  states: {
    unread: {
      on: {
        'reading.done': {
          guard: { type: 'hasNoOngoingOrder', params: ({ event }) => event.value },
          target: 'allowed',
          actions: { type: 'setTerms', params: ({ event }) => event.value },
        },
      },
    },
    blocked: {
      description: 'The page lists the open orders, refunds and disputes that prevent deletion.',
      on: {
        'reading.done': {
          guard: { type: 'hasNoOngoingOrder', params: ({ event }) => event.value },
          target: 'allowed',
          actions: { type: 'setTerms', params: ({ event }) => event.value },
        },
      },
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
          actions: { type: 'setSentCode', params: ({ event }) => event.output },
        },
        onError: [
          {
            description: 'A code was sent recently, perhaps before a reload, and is still valid.',
            guard: { type: 'wasCodeSentRecently', params: ({ event }) => sendProblemOf(event.error) },
            target: 'enteringCode',
            actions: { type: 'setWait', params: ({ event }) => sendProblemOf(event.error) },
          },
          {
            target: 'allowed',
            actions: { type: 'setProblem', params: ({ event }) => sendProblemOf(event.error) },
          },
        ],
      },
    },
    enteringCode: {
      initial: 'waiting',
      on: {
        'code.change': { actions: 'setCode' },
        'code.submit': { guard: 'isCodeComplete', target: 'deleting', actions: 'clearProblem' },
        'deletion.stop': { target: 'allowed', actions: 'clearCode' },
      },
      states: {
        waiting: {
          description: 'The countdown to the next code is running.',
          entry: 'countDown',
          always: { guard: 'isWaitOver', target: 'resendable' },
          after: { resendTick: { target: 'waiting', reenter: true } },
        },
        resendable: { on: { 'code.resend': { target: 'resending', actions: 'clearProblem' } } },
        resending: {
          tags: 'busy',
          invoke: {
            id: 'resendCode',
            src: 'sendCode',
            input: ({ context }) => ({ requestId: context.sent?.requestId ?? null }),
            onDone: {
              target: 'waiting',
              actions: { type: 'setSentCode', params: ({ event }) => event.output },
            },
            onError: [
              {
                guard: { type: 'isTooSoon', params: ({ event }) => sendProblemOf(event.error) },
                target: 'waiting',
                actions: { type: 'setWait', params: ({ event }) => sendProblemOf(event.error) },
              },
              {
                target: 'resendable',
                actions: { type: 'setProblem', params: ({ event }) => sendProblemOf(event.error) },
              },
            ],
          },
        },
      },
    },
    deleting: {
      description: 'Ignores readings until the response, since they may be older.',
      tags: 'busy',
      entry: 'markDeletionPending',
      on: { 'reading.done': { actions: 'refreshSnapshot' }, 'reading.gone': { actions: 'refreshSnapshot' } },
      invoke: {
        id: 'deleteAccount',
        src: 'deleteAccount',
        input: ({ context }) => ({ code: context.code, requestId: context.sent?.requestId ?? null }),
        onDone: { target: 'deleted' },
        onError: [
          {
            guard: 'isOngoing',
            target: 'unread',
            actions: ['clearCode', 'dropTerms', 'readAgain', 'markDeletionSettled'],
            description: 'An order was created after the check.',
          },
          {
            guard: 'isOutcomeUnknown',
            target: 'enteringCode',
            actions: [
              { type: 'setCodeProblem', params: ({ event }) => signInProblemOf(event.error) },
              'readAgain',
            ],
            description: 'The account may be deleted: read it again to find out.',
          },
          {
            target: 'enteringCode',
            actions: [
              { type: 'setCodeProblem', params: ({ event }) => signInProblemOf(event.error) },
              'markDeletionSettled',
            ],
          },
        ],
      },
    },
    deleted: {
      type: 'final',
      entry: ['announceDone', 'leaveApp'],
      description: 'Signs out and clears this device. Other devices get a message from the server.',
    },
  },
})

export type AccountDeletionActor = ActorRefFrom<typeof accountDeletionMachine>
