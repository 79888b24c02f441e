import {
  type ActorRefFrom,
  assign,
  fromPromise,
  not,
  raise,
  type SnapshotFrom,
  sendTo,
  setup,
  stateIn,
} from 'xstate'
import type { Account } from '../contract/user.ts'
import { notProvided } from '../lib/not-provided.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { policy } from '../policy/numbers.ts'
import { mergePhone, originOf } from './auth.ts'
import { sendProblemOf, signInProblemOf } from './auth-problem.ts'
import { isCodeValid } from './sent-code.ts'
import * as signIn from './sign-in.ts'

/** Sign-in by phone number and code. */
export const signInMachine = setup({
  types: {
    input: {} as signIn.SignInMachineInput,
    context: {} as signIn.SignInContext,
    events: {} as signIn.SignInEvent,
    meta: {} as ScreenMeta<signIn.SignInEvent>,
    tags: {} as 'busy',
  },
  actors: {
    detectDialCode: fromPromise<string>(notProvided('signIn', 'detectDialCode')),
    sendCode: fromPromise<signIn.SentCode, signIn.SendCodeInput>(notProvided('signIn', 'sendCode')),
    checkCode: fromPromise<Account, signIn.CheckCodeInput>(notProvided('signIn', 'checkCode')),
  },
  actions: {
    setDialCode: assign({
      phone: ({ context: { phone } }, found: string) => ({ ...phone, dialCode: phone.dialCode || found }),
    }),
    setOrigin: assign(({ context, event }) => ({ qrId: originOf(context, event) })),
    setPhone: assign(({ context, event }) => ({ phone: mergePhone(context, event), problem: null })),
    setCode: assign(({ context, event }) => ({ code: signIn.codeOfEvent(context, event), problem: null })),
    setRequested: assign({ isRequested: true }),
    clearRequested: assign({ isRequested: false }),
    clearCode: assign({ code: '' }),
    setProblem: assign({ problem: (_, problem: signIn.AuthProblem) => problem }),
    clearProblem: assign({ problem: null }),
    setSentCode: assign(({ context }, sent: signIn.SentCode) => signIn.afterSending(context, sent)),
    setWait: assign(({ context }, problem: signIn.AuthProblem) => signIn.afterRefusal(context, problem)),
    expireCode: assign({ code: '', sentTo: null, resendAt: 0 }),
    countDown: assign(({ context }) => signIn.afterTick(context)),
    resumeTyping: raise({ type: 'code.sent' }),
    notifyListener: sendTo(
      ({ context }) => context.listener,
      (_, update: signIn.SignInUpdate) => update,
    ),
  },
  guards: {
    hasDialCode: ({ context }) => context.phone.dialCode !== '',
    isRequested: ({ context }) => context.isRequested,
    isTooSoon: (_, { code }: signIn.AuthProblem) => code === 'tooSoon',
    isCodeValid: ({ context }) => isCodeValid(context),
    wasCodeSentRecently: ({ context }, problem: signIn.AuthProblem) =>
      signIn.wasCodeSentRecently(context, problem),
    isCodeComplete: (_, code: string | undefined) =>
      signIn.extractCode(code ?? '').length === policy.codeDigits,
    isCodeDead: (_, { code }: signIn.AuthProblem) => code === 'burntCode' || code === 'expiredCode',
    isCodeWrong: (_, { code }: signIn.AuthProblem) => code === 'wrongCode',
    isWaitOver: ({ context }) => context.resendAt <= context.now(),
    isNotChecking: not(stateIn({ code: { entry: 'checking' } })),
  },
  delays: { resendTick: 1_000 },
}).createMachine({
  id: 'signIn',
  meta: {
    page: '/verification-code/send',
    title: 'code.sendTitle',
    systemEvents: ['auth.begin', 'code.sent'],
  },
  context: ({ input }) => signIn.initialSignIn(input),
  initial: 'choosing',
  on: { 'auth.begin': { description: 'Restarted, perhaps from another page.', actions: 'setOrigin' } },
  states: {
    choosing: {
      always: [
        {
          description: 'The device discarded the page while the traveller read the text message.',
          guard: 'isCodeValid',
          target: 'code',
        },
        { guard: 'hasDialCode', target: 'phone' },
        { target: 'detectingDialCode' },
      ],
    },
    detectingDialCode: {
      description: 'Derives the calling code from the browser’s languages.',
      invoke: {
        id: 'detectDialCode',
        src: 'detectDialCode',
        onDone: { target: 'phone', actions: { type: 'setDialCode', params: ({ event }) => event.output } },
        onError: { target: 'phone', actions: { type: 'setDialCode', params: '1' } },
      },
      on: {
        'phone.change': { actions: 'setPhone', description: 'Keeps the text typed while loading.' },
        'code.request': { actions: 'setRequested', description: 'Sent once the calling code is known.' },
      },
    },
    phone: {
      description: 'The traveller is typing the phone number.',
      always: { guard: 'isRequested', target: 'sending', actions: ['clearRequested', 'clearProblem'] },
      on: {
        'phone.change': { actions: 'setPhone' },
        'code.request': { target: 'sending', actions: 'clearProblem' },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context: { phone, requestId, qrId } }) => ({ phone, requestId, qrId }),
        onDone: { target: 'code', actions: { type: 'setSentCode', params: ({ event }) => event.output } },
        onError: [
          {
            description: 'A code was sent recently, perhaps to another device, and is still valid.',
            guard: { type: 'wasCodeSentRecently', params: ({ event }) => sendProblemOf(event.error) },
            target: 'code',
            actions: { type: 'setWait', params: ({ event }) => sendProblemOf(event.error) },
          },
          {
            target: 'phone',
            actions: { type: 'setProblem', params: ({ event }) => sendProblemOf(event.error) },
          },
        ],
      },
    },
    code: {
      description: 'A code was sent. Code entry and the countdown run in parallel.',
      meta: { page: '/verification-code/check', title: 'code.title' },
      type: 'parallel',
      entry: { type: 'notifyListener', params: { type: 'code.sent' } },
      on: { 'phone.edit': { target: 'phone', actions: ['clearCode', 'clearProblem'] } },
      states: {
        entry: {
          initial: 'typing',
          on: { 'code.sent': { target: '.typing' } },
          states: {
            typing: {
              on: {
                'code.change': [
                  {
                    guard: { type: 'isCodeComplete', params: ({ event }) => event.code },
                    target: 'checking',
                    actions: 'setCode',
                  },
                  { actions: 'setCode' },
                ],
                'code.submit': [
                  {
                    guard: { type: 'isCodeComplete', params: ({ context }) => context.code },
                    target: 'checking',
                    actions: 'clearProblem',
                  },
                  { actions: { type: 'setProblem', params: { code: 'codeRequired' } } },
                ],
              },
            },
            checking: {
              tags: 'busy',
              invoke: {
                id: 'checkCode',
                src: 'checkCode',
                input: ({ context: { phone, code, requestId, qrId } }) => ({ phone, code, requestId, qrId }),
                onDone: {
                  target: '#signIn.done',
                  actions: {
                    type: 'notifyListener',
                    params: ({ event }) => ({ type: 'account.found', account: event.output }),
                  },
                },
                onError: [
                  {
                    guard: { type: 'isCodeDead', params: ({ event }) => signInProblemOf(event.error) },
                    target: 'codeExhausted',
                    actions: [
                      'expireCode',
                      { type: 'setProblem', params: ({ event }) => signInProblemOf(event.error) },
                    ],
                  },
                  {
                    description: 'Clears the code, since editing one digit of a full code would submit it.',
                    guard: { type: 'isCodeWrong', params: ({ event }) => signInProblemOf(event.error) },
                    target: 'typing',
                    actions: [
                      'clearCode',
                      { type: 'setProblem', params: ({ event }) => signInProblemOf(event.error) },
                    ],
                  },
                  {
                    target: 'typing',
                    actions: { type: 'setProblem', params: ({ event }) => signInProblemOf(event.error) },
                  },
                ],
              },
            },
            codeExhausted: {
              description: 'The code is used up or expired. A new one can be requested immediately.',
            },
          },
        },
        countdown: {
          initial: 'ticking',
          states: {
            ticking: {
              always: { guard: 'isWaitOver', target: 'resendable', actions: 'countDown' },
              after: { resendTick: { target: 'ticking', reenter: true, actions: 'countDown' } },
            },
            resendable: {
              on: {
                'code.resend': { guard: 'isNotChecking', target: 'resending', actions: 'clearProblem' },
              },
            },
            resending: {
              tags: 'busy',
              invoke: {
                id: 'resendCode',
                src: 'sendCode',
                input: ({ context: { phone, requestId, qrId } }) => ({ phone, requestId, qrId }),
                onDone: {
                  target: 'ticking',
                  actions: [{ type: 'setSentCode', params: ({ event }) => event.output }, 'resumeTyping'],
                },
                onError: [
                  {
                    guard: { type: 'isTooSoon', params: ({ event }) => sendProblemOf(event.error) },
                    target: 'ticking',
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
      },
    },
    done: { type: 'final' },
  },
})

export type SignInRef = ActorRefFrom<typeof signInMachine>
export type SignInSnapshot = SnapshotFrom<typeof signInMachine>
