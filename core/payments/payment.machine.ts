import { type ActorRefFrom, assign, emit, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import type { Payment, PaymentSession } from '../contract/payment.ts'
import { isNotFound } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { policy } from '../policy/numbers.ts'
import * as payment from './payment.ts'
import { statusPollMachine } from './status-poll.machine.ts'

/** One payment, from opening it to the provider's result. Never shows a payment as failed once money was taken. */
export const paymentMachine = setup({
  types: {
    input: {} as payment.PaymentInput,
    context: {} as payment.PaymentContext,
    events: {} as payment.PaymentEvent,
    meta: {} as ScreenMeta<payment.PaymentEvent>,
    emitted: {} as payment.PaymentEmitted,
    output: {} as payment.PaymentOutput,
    tags: {} as 'busy',
  },
  actors: {
    hints: fromCallback<payment.PaymentEvent, { orderId: string | null }>(notProvided('payment', 'hints')),
    createPayment: fromPromise<Payment, payment.NewPayment>(notProvided('payment', 'createPayment')),
    loadPayment: fromPromise<Payment, { paymentId: string }>(notProvided('payment', 'loadPayment')),
    reading: readingMachine,
    openSession: fromPromise<PaymentSession, payment.NewSession>(notProvided('payment', 'openSession')),
    statusPoll: statusPollMachine,
  },
  actions: {
    renewKey: assign(({ context }) => ({ idempotencyKey: context.newKey(), problem: null })),
    setPayment: assign((_, read: Payment) => payment.paymentPatch(read)),
    setReadPayment: assign(({ event }) => payment.readingPatch(event)),
    setSession: assign((_, session: PaymentSession) => payment.sessionPatch(session)),
    setStatus: assign(({ context, event }) => payment.statusPatch(context, event)),
    setChoice: assign(({ event }) => payment.choicePatch(event)),
    setOpeningFailure: assign(({ context, event }) => payment.openingFailurePatch(context, event)),
    setProblem: assign({ problem: ({ event }) => failureOfEvent(event) }),
    countPoll: assign({ pollCount: ({ context }) => context.pollCount + 1 }),
    startChecking: assign(({ context }) => payment.checkingPatch(context)),
    pollNow: sendTo('statusPoll', { type: 'poll.hint' }),
    openProviderPage: (_, _params: { url: string }) => notProvided('payment', 'openProviderPage')(),
    announcePaid: emit(({ context }) => ({ type: 'payment.paid', orderId: context.payment?.orderId ?? '' })),
  },
  guards: {
    isForOrder: ({ context }) => context.from.kind === 'order',
    isForSession: ({ context }) => context.from.kind === 'session',
    isReadPaid: ({ event }) =>
      event.type === 'reading.done' && Boolean(event.value) && payment.wasCharged(event.value),
    isReadChecking: ({ event }) => event.type === 'reading.done' && Boolean(event.value?.checking),
    canOpenDirectly: (_, read: Payment) => payment.canOpenDirectly(read),
    wasPaid: ({ context }) => context.payment !== null && payment.wasCharged(context.payment),
    isAtProvider: ({ context }) => context.payment?.checking != null,
    isSessionPaid: ({ event }) => event.type === 'status.answered' && payment.isSessionPaid(event.status),
    isSessionFailed: ({ event }) => event.type === 'status.answered' && event.status?.session === 'failed',
    isSessionExpired: ({ event }) => event.type === 'status.answered' && event.status?.session === 'expired',
    isRefused: ({ event }) => failureOfEvent(event).kind === 'refused',
    isUnknownSession: ({ event }) => isNotFound(failureOfEvent(event)),
    mayExist: ({ context }) => context.problem === null || !isNotFound(context.problem),
    hasPayment: ({ context }) => context.payment !== null,
    isDue: ({ context }) => !context.payment?.withdrawn && context.payment?.choices?.length !== 0,
    isPayable: ({ context }) => payment.isPayable(context),
  },
  delays: { checkingLimit: 120_000, reopenPause: policy.paymentReopenSeconds * 1_000, successPause: 1_500 },
}).createMachine({
  id: 'payment',
  meta: { page: '/payment/checkout/:paymentId', title: 'payment.title', systemEvents: ['payment.hint'] },
  context: ({ input }) => payment.initialPayment(input),
  invoke: {
    id: 'hints',
    src: 'hints',
    input: ({ context }) => ({ orderId: payment.orderIdOf(context) }),
    onError: { description: 'Without hints polling continues at its own pace.' },
  },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Starts from a session, a payment or an order.',
      always: [
        { guard: 'isForSession', target: 'confirming' },
        { guard: 'hasPayment', target: 'loading' },
        { guard: 'isForOrder', target: 'creating' },
        { target: 'loading' },
      ],
    },
    creating: {
      tags: 'busy',
      description: 'Opens the order’s payment. The server returns an already open one.',
      invoke: {
        id: 'createPayment',
        src: 'createPayment',
        input: ({ context }) => payment.newPayment(context),
        onDone: [
          {
            description: 'With several methods, the traveller chooses first.',
            guard: { type: 'canOpenDirectly', params: ({ event }) => event.output },
            target: 'opening',
            actions: [{ type: 'setPayment', params: ({ event }) => event.output }, 'renewKey'],
          },
          { target: 'received', actions: { type: 'setPayment', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unavailable', actions: 'setProblem' },
      },
    },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadPayment',
        src: 'loadPayment',
        input: ({ context }) => ({ paymentId: payment.paymentIdOf(context) }),
        onDone: { target: 'received', actions: { type: 'setPayment', params: ({ event }) => event.output } },
        onError: { target: 'unavailable', actions: 'setProblem' },
      },
      on: { 'payment.hint': { target: 'loading', reenter: true } },
    },
    received: {
      always: [
        { guard: 'wasPaid', target: 'paid' },
        { guard: 'isAtProvider', target: 'confirming' },
        { target: 'known' },
      ],
    },
    unavailable: {
      description: 'The payment couldn’t be opened or read. A hint triggers a retry.',
      on: {
        'payment.retry': { target: 'deciding', actions: 'renewKey' },
        'payment.hint': { guard: 'mayExist', target: 'deciding', actions: 'renewKey' },
      },
    },
    known: {
      description: 'No session is active. The page keeps its content while the payment is read again.',
      invoke: {
        id: 'reading',
        src: 'reading',
        input: ({ context, self }) => ({ initialValue: context.payment, isFresh: true, listener: self }),
        onError: { description: 'The page keeps the last value.' },
      },
      on: {
        'reading.done': [
          {
            guard: 'isReadPaid',
            target: 'paid',
            actions: 'setReadPayment',
            description: 'Perhaps paid in another tab.',
          },
          { guard: 'isReadChecking', target: 'confirming', actions: 'setReadPayment' },
          { actions: 'setReadPayment' },
        ],
        'payment.choose': { actions: 'setChoice' },
      },
      initial: 'ready',
      states: {
        ready: {
          description: 'The amount is known. The traveller decides whether to pay.',
          on: { 'payment.open': { guard: 'isDue', target: '#payment.opening', actions: 'renewKey' } },
        },
        failed: {
          description: 'The provider declined the payment. No money was taken.',
          on: { 'payment.retry': { guard: 'isDue', target: '#payment.opening', actions: 'renewKey' } },
        },
        expired: {
          description: 'The provider’s page expired. No money was taken.',
          on: { 'payment.retry': { guard: 'isDue', target: '#payment.opening', actions: 'renewKey' } },
        },
      },
    },
    opening: {
      tags: 'busy',
      invoke: {
        id: 'openSession',
        src: 'openSession',
        input: ({ context }) => payment.newSession(context),
        onDone: {
          target: 'atProvider',
          actions: [
            { type: 'setSession', params: ({ event }) => event.output },
            { type: 'openProviderPage', params: ({ event }) => ({ url: event.output.redirectUrl }) },
          ],
        },
        onError: [
          {
            description: 'Refused. It may already be paid, so the payment is read again.',
            guard: 'isRefused',
            target: 'loading',
            actions: 'setOpeningFailure',
          },
          { target: 'known', actions: 'setProblem' },
        ],
      },
    },
    atProvider: {
      description: 'The traveller is on the provider’s page.',
      on: { 'payment.hint': { target: 'confirming' }, 'payment.checkAgain': { target: 'confirming' } },
    },
    confirming: {
      entry: 'startChecking',
      on: {
        'payment.hint': { actions: 'pollNow' },
        'status.answered': [
          { guard: 'isSessionPaid', target: 'paid', actions: 'setStatus' },
          { guard: 'isSessionFailed', target: 'known.failed', actions: 'setStatus' },
          { guard: 'isSessionExpired', target: 'known.expired', actions: 'setStatus' },
          { actions: 'setStatus' },
        ],
        'status.unanswered': [
          { guard: 'isUnknownSession', target: 'unavailable', actions: 'setProblem' },
          { actions: ['setProblem', 'countPoll'] },
        ],
      },
      initial: 'checking',
      states: {
        checking: {
          invoke: {
            id: 'statusPoll',
            src: 'statusPoll',
            input: ({ context, self }) => ({ sessionId: context.sessionId, pace: 'steady', listener: self }),
            onError: { target: 'stillConfirming' },
          },
          after: { checkingLimit: { target: 'stillConfirming' } },
          initial: 'waiting',
          states: {
            waiting: { after: { reopenPause: { target: 'reopenable' } } },
            reopenable: {
              description: 'The provider may not have a card yet, or its session ended without an answer.',
              on: {
                'payment.choose': { guard: 'isPayable', actions: 'setChoice' },
                'payment.open': { guard: 'isPayable', target: '#payment.opening', actions: 'renewKey' },
              },
            },
          },
        },
        stillConfirming: {
          description: 'No result for 120 s. The traveller can leave, or check again.',
          invoke: {
            id: 'statusPoll',
            src: 'statusPoll',
            input: ({ context, self }) => ({ sessionId: context.sessionId, pace: 'onHint', listener: self }),
            onError: { description: 'The traveller can check again.' },
          },
          on: {
            'payment.checkAgain': { target: '#payment.confirming' },
            'payment.choose': { guard: 'isPayable', actions: 'setChoice' },
            'payment.open': { guard: 'isPayable', target: '#payment.opening', actions: 'renewKey' },
          },
        },
      },
    },
    paid: {
      description: 'Shows the result briefly, then opens the order.',
      after: { successPause: { target: 'settled' } },
    },
    settled: { type: 'final', entry: 'announcePaid' },
  },
  output: ({ context }) => ({ orderId: context.payment?.orderId ?? '' }),
})

export type PaymentActor = ActorRefFrom<typeof paymentMachine>
