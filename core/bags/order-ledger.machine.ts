import { type ActorRefFrom, assertEvent, assign, fromPromise, sendTo, setup } from 'xstate'
import type { Ledger } from '../contract/ledger.ts'
import { type ApiFailure, isOutcomeUnknown } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'

export type LedgerAnswer = { questionId: string; answer: 'right' | 'notRight' }

export type OrderLedgerEvent =
  | ReadingUpdate<Ledger>
  | ({ type: 'question.answer' } & LedgerAnswer)
  | { type: 'answer.confirm' }
  | { type: 'answer.dismiss' }

type OrderLedgerContext = {
  ledger: Ledger | null
  /** The last answer, from confirmation on; null before the first. */
  currentAnswer: LedgerAnswer | null
  /** Why the last answer failed; null once the ledger was read again. */
  problem: ApiFailure | null
}

const isAsked = (ledger: Ledger | null, answeredId: string | undefined): boolean =>
  (ledger?.questions ?? []).some(({ questionId, state }) => questionId === answeredId && state === 'asked')

/** The page of an order's ledger: reads it, refreshes it on hints, answers one question at a time. */
export const orderLedgerMachine = setup({
  types: {
    context: {} as OrderLedgerContext,
    events: {} as OrderLedgerEvent,
    meta: {} as ScreenMeta<OrderLedgerEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    sendAnswer: fromPromise<Ledger, LedgerAnswer>(notProvided('orderLedger', 'sendAnswer')),
  },
  actions: {
    setLedger: assign({ ledger: (_, ledger: Ledger) => ledger }),
    setAnswer: assign(({ event }) => {
      assertEvent(event, 'question.answer')
      const { questionId, answer } = event
      return { currentAnswer: { questionId, answer }, problem: null }
    }),
    setProblem: assign({ problem: ({ event }) => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
    dropLedger: assign({ ledger: null, problem: null }),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({ problem: ({ context }) => context.problem }),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
  },
  guards: {
    isOpen: ({ context, event }) =>
      event.type === 'question.answer' && isAsked(context.ledger, event.questionId),
    isStillAsked: ({ context }, { ledger }: { ledger: Ledger }) =>
      isAsked(ledger, context.currentAnswer?.questionId),
    isOutcomeUnknown: ({ event }) => isOutcomeUnknown(failureOfEvent(event)),
  },
}).createMachine({
  id: 'orderLedger',
  meta: { page: '/order/ledger/:orderId', title: 'order.title' },
  context: { ledger: null, currentAnswer: null, problem: null },
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'unread',
  on: {
    'reading.gone': { target: '.notThere', actions: 'dropLedger' },
    'reading.changed': { actions: 'refreshSnapshot' },
  },
  states: {
    unread: {
      on: {
        'reading.done': {
          target: 'shown',
          actions: { type: 'setLedger', params: ({ event }) => event.value },
        },
      },
    },
    shown: {
      on: {
        'reading.done': { actions: { type: 'setLedger', params: ({ event }) => event.value } },
        'question.answer': { guard: 'isOpen', target: 'confirming', actions: 'setAnswer' },
      },
    },
    confirming: {
      description: 'Shows the consequences of the answer before it is sent.',
      on: {
        'reading.done': [
          {
            guard: { type: 'isStillAsked', params: ({ event }) => ({ ledger: event.value }) },
            actions: { type: 'setLedger', params: ({ event }) => event.value },
          },
          {
            description: 'The question was answered in another tab or withdrawn.',
            target: 'shown',
            actions: { type: 'setLedger', params: ({ event }) => event.value },
          },
        ],
        'answer.confirm': { target: 'answering' },
        'answer.dismiss': { target: 'shown' },
      },
    },
    answering: {
      tags: 'busy',
      invoke: {
        id: 'sendAnswer',
        src: 'sendAnswer',
        input: ({ context }) => ({
          questionId: context.currentAnswer?.questionId ?? '',
          answer: context.currentAnswer?.answer ?? 'notRight',
        }),
        onDone: {
          target: 'shown',
          actions: { type: 'setLedger', params: ({ event }) => event.output },
        },
        onError: [
          {
            description: 'The answer may have been saved: read the ledger again.',
            guard: 'isOutcomeUnknown',
            target: 'outcomeUnknown',
            actions: ['setProblem', 'readAgain'],
          },
          { target: 'refused', actions: ['setProblem', 'readAgain'] },
        ],
      },
      on: {
        'reading.done': { actions: { type: 'setLedger', params: ({ event }) => event.value } },
      },
    },
    outcomeUnknown: {
      description: 'The outcome is unknown until the ledger is read.',
      on: {
        'reading.done': {
          target: 'shown',
          actions: [{ type: 'setLedger', params: ({ event }) => event.value }, 'clearProblem'],
        },
        'question.answer': { guard: 'isOpen', target: 'confirming', actions: 'setAnswer' },
      },
    },
    refused: {
      description: 'Answered elsewhere or withdrawn. The next reading brings the current question.',
      on: {
        'reading.done': { actions: { type: 'setLedger', params: ({ event }) => event.value } },
        'question.answer': { guard: 'isOpen', target: 'confirming', actions: 'setAnswer' },
      },
    },
    notThere: { description: 'The order is unknown or belongs to another account.' },
  },
})

export type OrderLedgerActor = ActorRefFrom<typeof orderLedgerMachine>
