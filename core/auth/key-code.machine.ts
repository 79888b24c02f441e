import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'
import { errorCodes } from '../lib/error-codes.ts'
import { notProvided } from '../lib/not-provided.ts'
import { policy } from '../policy/numbers.ts'
import { isAboutCode, sendProblemOf, signInProblemOf } from './auth-problem.ts'
import * as key from './key-code.ts'
import { type AuthProblem, afterTick, extractCode, type SentCode } from './sign-in.ts'

export type KeyCodeEvent =
  | { type: 'entry.change'; entry: Partial<key.KeyEntry> }
  | { type: 'entry.edit' }
  | { type: 'code.request' }
  | { type: 'code.change'; code: string }
  | { type: 'code.submit' }
  | { type: 'code.resend' }

/** `requestId` is null if the code was requested before a reload or by another device. */
export type SendKeyCodeInput = { entry: key.KeyEntry; requestId: string | null }
export type CheckKeyCodeInput = SendKeyCodeInput & { code: string }

/**
 * A code sent to an e-mail address or a number, and its check: signs in by e-mail, confirms an address, proves an
 * account or changes its number.
 */
export const keyCodeMachine = setup({
  types: {
    input: {} as key.KeyCodeInput,
    context: {} as key.KeyCodeContext,
    events: {} as KeyCodeEvent,
    emitted: {} as { type: 'code.accepted'; result: unknown },
    tags: {} as 'busy',
  },
  actors: {
    sendCode: fromPromise<SentCode, SendKeyCodeInput>(notProvided('keyCode', 'sendCode')),
    checkCode: fromPromise<unknown, CheckKeyCodeInput>(notProvided('keyCode', 'checkCode')),
  },
  actions: {
    setEntry: assign(({ context }, entry: Partial<key.KeyEntry>) => key.changeEntry(context, entry)),
    setCode: assign((_, code: string) => ({ code: extractCode(code), problem: null })),
    setSentCode: assign(({ context }, sent: SentCode) => key.afterSending(context, sent)),
    setWait: assign(({ context }, problem: AuthProblem) => key.afterRefusal(context, problem)),
    setProblem: assign({ problem: (_, problem: AuthProblem) => problem }),
    setCodeProblem: assign((_, problem: AuthProblem) => key.afterCodeProblem(problem)),
    clearProblem: assign({ problem: null }),
    forgetCode: assign(key.forgetCode),
    countDown: assign(({ context }) => afterTick(context)),
    announceAccepted: emit((_, params: { result: unknown }) => ({ type: 'code.accepted', ...params })),
  },
  guards: {
    hasPendingCode: ({ context }) => context.sent !== null && key.isKeyCodeValid(context),
    wasCodeSentRecently: ({ context }, problem: AuthProblem) => key.wasKeyCodeSentRecently(context, problem),
    isTooSoon: (_, { code }: AuthProblem) => code === 'tooSoon',
    isCodeComplete: (_, code: string | undefined) => extractCode(code ?? '').length === policy.codeDigits,
    isWaitOver: ({ context }) => context.resendAt <= context.now(),
    isAboutCode: (_, problem: AuthProblem) => isAboutCode(problem),
    isNumberInvalid: (_, problem: AuthProblem) =>
      problem.code === 'refused' && problem.errorCode === errorCodes.paramError,
    isAccountUnknown: (_, problem: AuthProblem) =>
      problem.code === 'refused' && problem.errorCode === errorCodes.userNotExists,
  },
  delays: { resendTick: 1_000 },
}).createMachine({
  id: 'keyCode',
  context: ({ input }) => key.initialKeyCode(input),
  initial: 'choosing',
  states: {
    choosing: {
      always: [
        {
          description: 'The device discarded the page while the person read the message.',
          guard: 'hasPendingCode',
          target: 'entering',
        },
        { target: 'addressing' },
      ],
    },
    addressing: {
      description: 'The address or number is entered, or shown if it’s fixed.',
      on: {
        'entry.change': {
          actions: [{ type: 'setEntry', params: ({ event }) => event.entry }],
        },
        'code.request': { target: 'sending', actions: 'clearProblem' },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context: { entry, sent } }) => ({ entry, requestId: sent?.requestId ?? null }),
        onDone: {
          target: 'entering',
          actions: { type: 'setSentCode', params: ({ event }) => event.output },
        },
        onError: [
          {
            description: 'A code was sent recently, perhaps before a reload, and is still valid.',
            guard: { type: 'wasCodeSentRecently', params: ({ event }) => sendProblemOf(event.error) },
            target: 'entering',
            actions: { type: 'setWait', params: ({ event }) => sendProblemOf(event.error) },
          },
          {
            target: 'addressing',
            actions: { type: 'setProblem', params: ({ event }) => sendProblemOf(event.error) },
          },
        ],
      },
    },
    entering: {
      initial: 'waiting',
      on: {
        'code.change': [
          {
            guard: { type: 'isCodeComplete', params: ({ event }) => event.code },
            target: 'checking',
            actions: { type: 'setCode', params: ({ event }) => event.code },
          },
          { actions: { type: 'setCode', params: ({ event }) => event.code } },
        ],
        'code.submit': [
          {
            guard: { type: 'isCodeComplete', params: ({ context }) => context.code },
            target: 'checking',
            actions: 'clearProblem',
          },
          { actions: { type: 'setCodeProblem', params: { code: 'codeRequired' } } },
        ],
        'entry.edit': { target: 'addressing', actions: 'forgetCode' },
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
            input: ({ context: { entry, sent } }) => ({ entry, requestId: sent?.requestId ?? null }),
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
    checking: {
      tags: 'busy',
      invoke: {
        id: 'checkCode',
        src: 'checkCode',
        input: ({ context: { entry, sent, code } }) => ({ entry, requestId: sent?.requestId ?? null, code }),
        onDone: {
          target: 'done',
          actions: { type: 'announceAccepted', params: ({ event }) => ({ result: event.output }) },
        },
        onError: [
          {
            description: 'The code is right, but a new account needs a number.',
            guard: { type: 'isAccountUnknown', params: ({ event }) => signInProblemOf(event.error) },
            target: 'addingPhone',
          },
          {
            guard: { type: 'isNumberInvalid', params: ({ event }) => signInProblemOf(event.error) },
            target: 'addingPhone',
            actions: { type: 'setProblem', params: ({ event }) => sendProblemOf(event.error) },
          },
          {
            target: 'entering',
            actions: { type: 'setCodeProblem', params: ({ event }) => signInProblemOf(event.error) },
          },
        ],
      },
    },
    addingPhone: {
      description: 'The number of a new account. The code stays valid.',
      on: {
        'entry.change': { actions: { type: 'setEntry', params: ({ event }) => event.entry } },
        'code.submit': { target: 'creating', actions: 'clearProblem' },
        'entry.edit': { target: 'addressing', actions: 'forgetCode' },
      },
    },
    creating: {
      tags: 'busy',
      invoke: {
        id: 'createAccount',
        src: 'checkCode',
        input: ({ context: { entry, sent, code } }) => ({ entry, requestId: sent?.requestId ?? null, code }),
        onDone: {
          target: 'done',
          actions: { type: 'announceAccepted', params: ({ event }) => ({ result: event.output }) },
        },
        onError: [
          {
            description: 'The code ended while the number was typed.',
            guard: { type: 'isAboutCode', params: ({ event }) => signInProblemOf(event.error) },
            target: 'entering',
            actions: { type: 'setCodeProblem', params: ({ event }) => signInProblemOf(event.error) },
          },
          {
            target: 'addingPhone',
            actions: { type: 'setProblem', params: ({ event }) => sendProblemOf(event.error) },
          },
        ],
      },
    },
    done: { type: 'final' },
  },
})

export type KeyCodeActor = ActorRefFrom<typeof keyCodeMachine>
