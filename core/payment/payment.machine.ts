import { type ActorRefFrom, assign, emit, fromCallback, fromPromise, raise, setup, stateIn } from 'xstate'
import { failureOf } from '../api/asking.ts'
import type { Payment, PaymentSession, SessionStatus } from '../api/contract/payment.ts'
import { type ApiFailure, isNotThere } from '../api/failure.ts'
import { notProvided } from '../not-provided.ts'
import { readingMachine } from '../reading/reading.machine.ts'
import type {
  PaymentContext,
  PaymentEmitted,
  PaymentEvent,
  PaymentInput,
  PaymentOutput,
} from './payment.types.ts'

/** Whether the traveller's money was taken, even if it went back since. */
const wasTaken = ({ state }: Payment) => state === 'paid' || state === 'refunding' || state === 'refunded'

/** The session on which the provider works, and since when. */
const checked = ({ checking }: Payment) =>
  checking ? { sessionId: checking.sessionId, checkingSince: Date.parse(checking.since) } : {}

/** How often a session must be called open: the first answers may be older than what the provider knows. */
const askedBeforeOpen = 3

/** Seconds between two questions: 1, 1, 2, 3, then 5 (contract). */
const pollSeconds = [1, 1, 2, 3, 5]

/** One payment, from opening it to the provider's word. Money that was taken is never called failed. */
export const paymentMachine = setup({
  types: {
    input: {} as PaymentInput,
    context: {} as PaymentContext,
    events: {} as PaymentEvent,
    emitted: {} as PaymentEmitted,
    output: {} as PaymentOutput,
    tags: {} as 'busy',
  },
  actors: {
    hints: fromCallback<PaymentEvent, { orderId: string | null }>(notProvided('payment', 'hints')),
    createPayment: fromPromise<Payment, { orderId: string; idempotencyKey: string }>(
      notProvided('payment', 'createPayment'),
    ),
    loadPayment: fromPromise<Payment, { paymentId: string }>(notProvided('payment', 'loadPayment')),
    reading: readingMachine,
    openSession: fromPromise<PaymentSession, { paymentId: string; idempotencyKey: string }>(
      notProvided('payment', 'openSession'),
    ),
    askStatus: fromPromise<SessionStatus, { sessionId: string }>(notProvided('payment', 'askStatus')),
  },
  actions: {
    makeKey: assign({ idempotencyKey: ({ context }) => context.newKey() }),
    keepPayment: assign((_, payment: Payment) => ({ payment, ...checked(payment) })),
    keepSession: assign((_, session: PaymentSession) => ({
      session,
      sessionId: session.sessionId,
      problem: null,
    })),
    keepStatus: assign((_, status: SessionStatus) => ({
      status,
      payment: status.payment,
      problem: null,
      ...checked(status.payment),
    })),
    keepProblem: assign({ problem: (_, problem: ApiFailure) => problem }),
    clearProblem: assign({ problem: null }),
    startChecking: assign({
      checkingSince: ({ context }) => (context.payment?.checking ? context.checkingSince : context.now()),
      asked: 0,
      problem: null,
      status: null,
    }),
    endQuestion: raise({ type: 'patience.ended' }),
    countQuestion: assign({ asked: ({ context }) => context.asked + 1 }),
    openProviderPage: (_, _params: { url: string }) => {
      throw new Error("payment: provide 'openProviderPage'")
    },
    announcePaid: emit(({ context }) => ({ type: 'payment.paid', orderId: context.payment?.orderId ?? '' })),
  },
  guards: {
    isForOrder: ({ context }) => context.from.kind === 'order',
    isForSession: ({ context }) => context.from.kind === 'session',
    isPaid: (_, payment: Payment) => wasTaken(payment),
    isBeingChecked: (_, { checking }: Payment) => checking !== null,
    isSessionPaid: (_, { session, payment }: SessionStatus) => session === 'paid' || wasTaken(payment),
    isSessionFailed: (_, { session }: SessionStatus) => session === 'failed',
    isSessionExpired: (_, { session }: SessionStatus) => session === 'expired',
    isRefused: (_, { kind }: ApiFailure) => kind === 'refused',
    isNotThere: (_, failure: ApiFailure) => isNotThere(failure),
    isPatient: stateIn({ confirming: { patience: 'checking' } }),
    isStillConfirming: stateIn({ confirming: { patience: 'stillConfirming' } }),
    hasPayment: ({ context }) => context.payment !== null,
    isWanted: ({ context }) => !context.payment?.withdrawn,
    isPayable: ({ context: { status, payment, asked } }) =>
      status !== null &&
      (status.session !== 'open' || asked >= askedBeforeOpen) &&
      payment?.checking === null &&
      !payment.withdrawn,
  },
  delays: {
    pollDelay: ({ context }) => (pollSeconds[context.asked - 1] ?? 5) * 1_000,
    checkingLimit: 120_000,
    successPause: 1_500,
  },
}).createMachine({
  id: 'payment',
  context: ({ input }) => ({
    ...input,
    payment: null,
    session: null,
    sessionId: input.from.kind === 'session' ? input.from.sessionId : '',
    status: null,
    idempotencyKey: input.newKey(),
    checkingSince: 0,
    asked: 0,
    problem: null,
  }),
  invoke: {
    id: 'hints',
    src: 'hints',
    input: ({ context }) => ({ orderId: context.from.kind === 'order' ? context.from.orderId : null }),
    onError: { description: 'Without hints the questions go on in their own time.' },
  },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'What there is to begin with: a session, an order, or a payment.',
      always: [
        { guard: 'isForSession', target: 'confirming' },
        { guard: 'isForOrder', target: 'creating' },
        { target: 'loading' },
      ],
    },
    creating: {
      tags: 'busy',
      description: 'The order’s payment is opened; the server answers the open one again.',
      invoke: {
        id: 'createPayment',
        src: 'createPayment',
        input: ({ context }) => ({
          orderId: context.from.kind === 'order' ? context.from.orderId : '',
          idempotencyKey: context.idempotencyKey,
        }),
        onDone: [
          {
            guard: { type: 'isPaid', params: ({ event }) => event.output },
            target: 'paid',
            actions: { type: 'keepPayment', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isBeingChecked', params: ({ event }) => event.output },
            target: 'confirming',
            actions: { type: 'keepPayment', params: ({ event }) => event.output },
          },
          {
            target: 'opening',
            actions: [{ type: 'keepPayment', params: ({ event }) => event.output }, 'makeKey'],
          },
        ],
        onError: {
          target: 'unavailable',
          actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadPayment',
        src: 'loadPayment',
        input: ({ context }) => ({
          paymentId:
            context.payment?.paymentId ?? (context.from.kind === 'payment' ? context.from.paymentId : ''),
        }),
        onDone: [
          {
            guard: { type: 'isPaid', params: ({ event }) => event.output },
            target: 'paid',
            actions: { type: 'keepPayment', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isBeingChecked', params: ({ event }) => event.output },
            target: 'confirming',
            actions: { type: 'keepPayment', params: ({ event }) => event.output },
          },
          { target: 'known', actions: { type: 'keepPayment', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'unavailable',
          actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    unavailable: {
      description: 'The payment could not be opened or read.',
      on: {
        'payment.retry': [
          { guard: 'isForSession', target: 'confirming' },
          { guard: 'hasPayment', target: 'loading', actions: 'clearProblem' },
          { guard: 'isForOrder', target: 'creating', actions: ['makeKey', 'clearProblem'] },
          { target: 'loading', actions: 'clearProblem' },
        ],
      },
    },
    known: {
      description: 'Nothing goes on at the provider. What is shown stays while the payment is read again.',
      invoke: {
        id: 'reading',
        src: 'reading',
        input: ({ context, self }) => ({ kept: context.payment, isFresh: true, listener: self }),
        onError: { description: 'What is shown stays as it was read.' },
      },
      on: {
        'reading.done': [
          {
            description: 'In another tab, perhaps.',
            guard: { type: 'isPaid', params: ({ event }) => event.value },
            target: 'paid',
            actions: { type: 'keepPayment', params: ({ event }) => event.value },
          },
          {
            guard: { type: 'isBeingChecked', params: ({ event }) => event.value },
            target: 'confirming',
            actions: { type: 'keepPayment', params: ({ event }) => event.value },
          },
          { actions: { type: 'keepPayment', params: ({ event }) => event.value } },
        ],
      },
      initial: 'ready',
      states: {
        ready: {
          description: 'The amount is known; the traveller decides.',
          on: {
            'payment.open': {
              guard: 'isWanted',
              target: '#payment.opening',
              actions: ['makeKey', 'clearProblem'],
            },
          },
        },
        failed: {
          description: 'The provider declined; nothing was taken.',
          on: {
            'payment.retry': {
              guard: 'isWanted',
              target: '#payment.opening',
              actions: ['makeKey', 'clearProblem'],
            },
          },
        },
        expired: {
          description: 'The provider’s page ran out of time; nothing was taken.',
          on: {
            'payment.retry': {
              guard: 'isWanted',
              target: '#payment.opening',
              actions: ['makeKey', 'clearProblem'],
            },
          },
        },
      },
    },
    opening: {
      tags: 'busy',
      invoke: {
        id: 'openSession',
        src: 'openSession',
        input: ({ context }) => ({
          paymentId: context.payment?.paymentId ?? '',
          idempotencyKey: context.idempotencyKey,
        }),
        onDone: {
          target: 'atProvider',
          actions: [
            { type: 'keepSession', params: ({ event }) => event.output },
            { type: 'openProviderPage', params: ({ event }) => ({ url: event.output.redirectUrl }) },
          ],
        },
        onError: [
          {
            description: 'Refused: perhaps it is paid already, so the payment is read again.',
            guard: { type: 'isRefused', params: ({ event }) => failureOf(event.error) },
            target: 'loading',
            actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
          },
          {
            target: 'known',
            actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
          },
        ],
      },
    },
    atProvider: {
      description: 'The traveller is on the provider’s page.',
      on: { 'payment.hint': { target: 'confirming' }, 'payment.checkAgain': { target: 'confirming' } },
    },
    confirming: {
      type: 'parallel',
      entry: 'startChecking',
      on: {
        'payment.open': {
          guard: 'isPayable',
          target: 'opening',
          actions: ['makeKey', 'clearProblem'],
          description: 'The provider has no card yet, or its session ended without an answer.',
        },
      },
      states: {
        patience: {
          initial: 'checking',
          states: {
            checking: { after: { checkingLimit: { target: 'stillConfirming', actions: 'endQuestion' } } },
            stillConfirming: {
              description:
                'No word for 120 s: the traveller is safe to leave. Only they go back to checking.',
              on: { 'payment.checkAgain': { target: '#payment.confirming' } },
            },
          },
        },
        question: {
          initial: 'asking',
          states: {
            asking: {
              invoke: {
                id: 'askStatus',
                src: 'askStatus',
                input: ({ context }) => ({ sessionId: context.sessionId }),
                onDone: [
                  {
                    guard: { type: 'isSessionPaid', params: ({ event }) => event.output },
                    target: '#payment.paid',
                    actions: { type: 'keepStatus', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'isSessionFailed', params: ({ event }) => event.output },
                    target: '#payment.known.failed',
                    actions: { type: 'keepStatus', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'isSessionExpired', params: ({ event }) => event.output },
                    target: '#payment.known.expired',
                    actions: { type: 'keepStatus', params: ({ event }) => event.output },
                  },
                  {
                    target: 'waiting',
                    actions: [{ type: 'keepStatus', params: ({ event }) => event.output }, 'countQuestion'],
                  },
                ],
                onError: [
                  {
                    description: 'The server knows no such session.',
                    guard: { type: 'isNotThere', params: ({ event }) => failureOf(event.error) },
                    target: '#payment.unavailable',
                    actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
                  },
                  {
                    description: 'No answer, or none that reached us.',
                    target: 'waiting',
                    actions: [
                      { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
                      'countQuestion',
                    ],
                  },
                ],
              },
              on: {
                'patience.ended': { target: 'waiting' },
                'payment.hint': {
                  guard: 'isStillConfirming',
                  target: 'asking',
                  reenter: true,
                  description:
                    'An answer that is under way may be older than the change; before, the next question is near.',
                },
              },
            },
            waiting: {
              description: 'A hint asks at once, also when the traveller waits no longer.',
              on: { 'payment.hint': { target: 'asking' } },
              after: { pollDelay: { guard: 'isPatient', target: 'asking' } },
            },
          },
        },
      },
    },
    paid: {
      description: 'Shown for a moment, then on to the order.',
      after: { successPause: { target: 'settled' } },
    },
    settled: { type: 'final', entry: 'announcePaid' },
  },
  output: ({ context }) => ({ orderId: context.payment?.orderId ?? '' }),
})

export type PaymentActor = ActorRefFrom<typeof paymentMachine>
