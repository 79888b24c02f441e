import { type ActorRefFrom, assertEvent, assign, emit, fromPromise, not, raise, setup, stateIn } from 'xstate'
import type { Account, UserProfile } from '../api/contract/user.ts'
import { policy } from '../policy/numbers.ts'
import type {
  AuthContext,
  AuthEmitted,
  AuthEvent,
  AuthInput,
  AuthProblem,
  CodeSent,
  SendInput,
  SignInInput,
} from './auth.types.ts'
import { sendProblemOf, signInProblemOf } from './auth-problem.ts'
import { fullNumber, isCodeOut } from './code-out.ts'

const secondsUntil = (time: number, now: number) => Math.max(0, Math.ceil((time - now) / 1_000))

/** Sign-in by phone and code, the profile behind it, and the way out. */
export const authMachine = setup({
  types: {
    input: {} as AuthInput,
    context: {} as AuthContext,
    events: {} as AuthEvent,
    emitted: {} as AuthEmitted,
    tags: {} as 'busy',
  },
  actors: {
    detectDialCode: fromPromise<string>(() => {
      throw new Error("auth: provide 'detectDialCode'")
    }),
    sendCode: fromPromise<CodeSent, SendInput>(() => {
      throw new Error("auth: provide 'sendCode'")
    }),
    signIn: fromPromise<Account, SignInInput>(() => {
      throw new Error("auth: provide 'signIn'")
    }),
    fetchProfile: fromPromise<UserProfile, { uin: string }>(() => {
      throw new Error("auth: provide 'fetchProfile'")
    }),
    tellLanguage: fromPromise<void>(() => {
      throw new Error("auth: provide 'tellLanguage'")
    }),
  },
  actions: {
    keepDialCode: assign({
      phone: ({ context: { phone } }, params: { dialCode: string }) => ({
        ...phone,
        dialCode: phone.dialCode || params.dialCode,
      }),
    }),
    keepOrigin: assign({
      qrId: ({ context, event }) => (event.type === 'auth.begin' ? (event.qrId ?? null) : context.qrId),
    }),
    keepPhone: assign(({ context, event }) => {
      assertEvent(event, 'phone.change')
      return { phone: { ...context.phone, ...event.phone }, problem: null }
    }),
    keepCode: assign(({ event }) => {
      assertEvent(event, 'code.change')
      return { code: event.code.replace(/\D/g, '').slice(0, policy.codeDigits), problem: null }
    }),
    clearCode: assign({ code: '' }),
    keepProblem: assign({ problem: (_, problem: AuthProblem) => problem }),
    clearProblem: assign({ problem: null }),
    keepSent: assign(({ context }, sent: CodeSent) => ({
      code: '',
      problem: null,
      sentTo: fullNumber(context.phone),
      resendAt: context.now() + sent.resendAfter * 1_000,
      expiresAt: context.now() + sent.expiresIn * 1_000,
      secondsLeft: sent.resendAfter,
      expiresIn: sent.expiresIn,
      requestId: sent.requestId,
      demoCode: sent.demoCode,
    })),
    keepWait: assign(({ context }, problem: AuthProblem) => {
      const seconds = problem.code === 'tooSoon' ? problem.retryAfter : policy.codeResendSeconds
      return { problem, resendAt: context.now() + seconds * 1_000, secondsLeft: seconds }
    }),
    endCode: assign({ code: '', sentTo: null, resendAt: 0 }),
    countDown: assign({ secondsLeft: ({ context }) => secondsUntil(context.resendAt, context.now()) }),
    tellCodeSent: raise({ type: 'code.sent' }),
    keepAccount: assign({ account: (_, account: Account) => account, problem: null }),
    clearPhoneEntry: assign({
      phone: ({ context }) => ({ dialCode: context.phone.dialCode, phoneNumber: '' }),
      code: '',
      sentTo: null,
      qrId: null,
      demoCode: null,
    }),
    keepProfile: assign({ profile: (_, profile: UserProfile) => profile }),
    skipName: assign({ isNameSkipped: true }),
    takeFields: assign(({ context, event }) => {
      assertEvent(event, 'profile.changed')
      return {
        profile: context.profile && { ...context.profile, ...event.fields },
        problem: null,
      }
    }),
    forgetAccount: assign({
      account: null,
      profile: null,
      isNameSkipped: false,
      phone: { dialCode: '', phoneNumber: '' },
      code: '',
      sentTo: null,
      qrId: null,
      demoCode: null,
      problem: null,
    }),
    endToken: (_, _params: { token: string }) => {
      throw new Error("auth: provide 'endToken'")
    },
    announceCodeSent: emit({ type: 'auth.codeSent' }),
    announceProfileNeeded: emit({ type: 'auth.profileNeeded' }),
    announceProfileSettled: emit({ type: 'auth.profileSettled' }),
    announceSignedIn: emit(({ context }) => ({
      type: 'auth.signedIn',
      account: context.account ?? { token: '', uin: '' },
    })),
    announceSignedOut: emit((_, params: { reason: 'request' | 'ended' | 'elsewhere' }) => ({
      type: 'auth.signedOut',
      reason: params.reason,
    })),
  },
  guards: {
    hasAccount: ({ context }) => context.account !== null,
    hasDialCode: ({ context }) => context.phone.dialCode !== '',
    isTooSoon: (_, { code }: AuthProblem) => code === 'tooSoon',
    isCodeOut: ({ context }) => isCodeOut(context),
    mayCodeBeOut: ({ context }, problem: AuthProblem) =>
      problem.code === 'tooSoon' && (isCodeOut(context) || problem.retryAfter <= policy.codeResendSeconds),
    isCodeComplete: ({ event }) =>
      event.type === 'code.change' && event.code.replace(/\D/g, '').length >= policy.codeDigits,
    hasCode: ({ context }) => context.code.length === policy.codeDigits,
    isCodeDead: (_, { code }: AuthProblem) => code === 'burntCode' || code === 'expiredCode',
    isCodeWrong: (_, { code }: AuthProblem) => code === 'wrongCode',
    isWaitOver: ({ context }) => context.resendAt <= context.now(),
    isNotChecking: not(stateIn({ signedOut: { code: { entry: 'checking' } } })),
    isProfileNew: ({ context }, profile: UserProfile) => profile.name === '' && !context.isNameSkipped,
    hasProfile: ({ context }) => context.profile !== null,
  },
  delays: { resendTick: 1_000 },
}).createMachine({
  id: 'auth',
  context: ({ input }) => ({
    now: input.now,
    phone: input.restored?.phone ?? { dialCode: '', phoneNumber: '' },
    code: '',
    sentTo: input.restored?.sent ? fullNumber(input.restored.phone) : null,
    resendAt: input.restored?.sent?.resendAt ?? 0,
    expiresAt: input.restored?.sent?.expiresAt ?? 0,
    secondsLeft: secondsUntil(input.restored?.sent?.resendAt ?? 0, input.now()),
    expiresIn: policy.codeValidSeconds,
    requestId: input.restored?.requestId ?? null,
    qrId: input.restored?.sent?.qrId ?? null,
    demoCode: null,
    account: input.restored?.account ?? null,
    profile: input.restored?.profile ?? null,
    isNameSkipped: input.restored?.isNameSkipped ?? false,
    problem: null,
  }),
  initial: 'restoring',
  states: {
    restoring: {
      description: 'Decides from what the last visit left.',
      always: [
        { guard: 'hasAccount', target: 'signedIn' },
        {
          description: 'The phone threw the page out while the message was read.',
          guard: 'isCodeOut',
          target: 'signedOut.code',
        },
        { target: 'signedOut' },
      ],
    },
    signedOut: {
      initial: 'resting',
      on: {
        'auth.begin': { description: 'Begun again, perhaps at another place.', actions: 'keepOrigin' },
        'account.found': {
          description: 'Another tab signed in.',
          target: 'signedIn',
          actions: [
            { type: 'keepAccount', params: ({ event }) => event.account },
            'clearPhoneEntry',
            'announceSignedIn',
          ],
        },
      },
      states: {
        resting: {
          description: 'A visitor who has not asked to sign in.',
          on: {
            'auth.begin': [
              { guard: 'hasDialCode', target: 'phone', actions: 'keepOrigin' },
              { target: 'detectingDialCode', actions: 'keepOrigin' },
            ],
          },
        },
        detectingDialCode: {
          description: 'The calling code comes from the browser’s languages.',
          invoke: {
            id: 'detectDialCode',
            src: 'detectDialCode',
            onDone: {
              target: 'phone',
              actions: { type: 'keepDialCode', params: ({ event }) => ({ dialCode: event.output }) },
            },
            onError: { target: 'phone', actions: { type: 'keepDialCode', params: { dialCode: '1' } } },
          },
          on: {
            'phone.change': {
              actions: 'keepPhone',
              description: 'What is typed or chosen meanwhile stays.',
            },
          },
        },
        phone: {
          description: 'The phone entry is being typed.',
          on: {
            'phone.change': { actions: 'keepPhone' },
            'code.request': { target: 'sending', actions: 'clearProblem' },
          },
        },
        sending: {
          tags: 'busy',
          invoke: {
            id: 'sendCode',
            src: 'sendCode',
            input: ({ context: { phone, requestId, qrId } }) => ({ phone, requestId, qrId }),
            onDone: { target: 'code', actions: { type: 'keepSent', params: ({ event }) => event.output } },
            onError: [
              {
                description: 'One was sent a moment ago, perhaps to another device: it may be typed.',
                guard: { type: 'mayCodeBeOut', params: ({ event }) => sendProblemOf(event.error) },
                target: 'code',
                actions: { type: 'keepWait', params: ({ event }) => sendProblemOf(event.error) },
              },
              {
                target: 'phone',
                actions: { type: 'keepProblem', params: ({ event }) => sendProblemOf(event.error) },
              },
            ],
          },
        },
        code: {
          description: 'A code is out: it is typed on one side while the countdown runs on the other.',
          type: 'parallel',
          entry: 'announceCodeSent',
          on: { 'phone.edit': { target: 'phone', actions: ['clearCode', 'clearProblem'] } },
          states: {
            entry: {
              initial: 'typing',
              on: { 'code.sent': { target: '.typing' } },
              states: {
                typing: {
                  on: {
                    'code.change': [
                      { guard: 'isCodeComplete', target: 'checking', actions: 'keepCode' },
                      { actions: 'keepCode' },
                    ],
                    'code.submit': [
                      { guard: 'hasCode', target: 'checking', actions: 'clearProblem' },
                      { actions: { type: 'keepProblem', params: { code: 'codeRequired' } } },
                    ],
                  },
                },
                checking: {
                  tags: 'busy',
                  invoke: {
                    id: 'signIn',
                    src: 'signIn',
                    input: ({ context: { phone, code, requestId, qrId } }) => ({
                      phone,
                      code,
                      requestId,
                      qrId,
                    }),
                    onDone: {
                      target: '#auth.signedIn',
                      actions: [
                        { type: 'keepAccount', params: ({ event }) => event.output },
                        'clearPhoneEntry',
                        'announceSignedIn',
                      ],
                    },
                    onError: [
                      {
                        guard: { type: 'isCodeDead', params: ({ event }) => signInProblemOf(event.error) },
                        target: 'spent',
                        actions: [
                          'endCode',
                          { type: 'keepProblem', params: ({ event }) => signInProblemOf(event.error) },
                        ],
                      },
                      {
                        description: 'Typed anew: a digit changed in a full code would be checked at once.',
                        guard: { type: 'isCodeWrong', params: ({ event }) => signInProblemOf(event.error) },
                        target: 'typing',
                        actions: [
                          'clearCode',
                          { type: 'keepProblem', params: ({ event }) => signInProblemOf(event.error) },
                        ],
                      },
                      {
                        target: 'typing',
                        actions: {
                          type: 'keepProblem',
                          params: ({ event }) => signInProblemOf(event.error),
                        },
                      },
                    ],
                  },
                },
                spent: {
                  description:
                    'Burnt, used or expired: only a new code helps, which may be asked for at once.',
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
                      actions: [{ type: 'keepSent', params: ({ event }) => event.output }, 'tellCodeSent'],
                    },
                    onError: [
                      {
                        guard: { type: 'isTooSoon', params: ({ event }) => sendProblemOf(event.error) },
                        target: 'ticking',
                        actions: { type: 'keepWait', params: ({ event }) => sendProblemOf(event.error) },
                      },
                      {
                        target: 'resendable',
                        actions: { type: 'keepProblem', params: ({ event }) => sendProblemOf(event.error) },
                      },
                    ],
                  },
                },
              },
            },
          },
        },
      },
    },
    signedIn: {
      type: 'parallel',
      on: {
        'auth.signOut': {
          description:
            'This device forgets at once; the server is told with the token of before, and nothing waits for it.',
          target: 'signedOut',
          actions: [
            { type: 'endToken', params: ({ context }) => ({ token: context.account?.token ?? '' }) },
            'forgetAccount',
            { type: 'announceSignedOut', params: { reason: 'request' } },
          ],
        },
        'session.ended': {
          description: 'The server no longer knows the token (1010).',
          target: 'signedOut',
          actions: ['forgetAccount', { type: 'announceSignedOut', params: { reason: 'ended' } }],
        },
        'account.removed': {
          description: 'Another tab signed out.',
          target: 'signedOut',
          actions: ['forgetAccount', { type: 'announceSignedOut', params: { reason: 'elsewhere' } }],
        },
      },
      states: {
        profile: {
          initial: 'fetching',
          on: {
            'profile.changed': {
              description: 'Saved on the page for it, or in another tab.',
              guard: 'hasProfile',
              target: '.ready',
              actions: 'takeFields',
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
                    actions: { type: 'keepProfile', params: ({ event }) => event.output },
                  },
                  { target: 'ready', actions: { type: 'keepProfile', params: ({ event }) => event.output } },
                ],
                onError: { target: 'unavailable' },
              },
            },
            unavailable: {
              description: 'The profile did not come; nothing else waits for it.',
              entry: 'announceProfileSettled',
              on: { 'profile.retry': { target: 'fetching' } },
            },
            incomplete: {
              description: 'First time: no name yet.',
              entry: 'announceProfileNeeded',
              on: {
                'profile.skip': { target: 'ready', actions: 'skipName' },
              },
            },
            ready: { entry: 'announceProfileSettled' },
          },
        },
        device: {
          description: 'The server learns the interface language; nothing waits for it.',
          initial: 'telling',
          states: {
            telling: {
              invoke: {
                id: 'tellLanguage',
                src: 'tellLanguage',
                onDone: { target: 'told' },
                onError: { target: 'told' },
              },
            },
            told: {},
          },
        },
      },
    },
  },
})

export type AuthActor = ActorRefFrom<typeof authMachine>
