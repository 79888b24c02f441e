import { fail, ok } from '@handsfree/core'
import { orderLedgerMachine } from '@handsfree/core/bags'
import type { Ledger, LedgerEntry, QuestionState } from '@handsfree/core/contract'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'

const entry: LedgerEntry = {
  stage: 'count',
  role: 'courier',
  time: '2026-11-21T02:00:00Z',
  sealNumber: null,
  photos: [],
  damage: '',
}

export const ledger = (state: QuestionState): Ledger => ({
  orderId: 'order-1',
  orderNumber: 'HF 2611 0482',
  timeZone: 'Asia/Shanghai',
  cityName: 'Hangzhou',
  bags: [],
  questions: [
    {
      questionId: 'question-1',
      kind: 'count',
      state,
      bag: null,
      before: null,
      after: entry,
      agreedPieces: 2,
      pieces: 3,
      askTime: entry.time,
      answerTime: null,
      claimId: null,
    },
  ],
})

export const orderLedgerModel = defineModel<typeof orderLedgerMachine>({
  machine: orderLedgerMachine,
  starts: { opened: () => undefined },
  samples: {
    'reading.done': { asked: { value: ledger('asked') }, withdrawn: { value: ledger('withdrawn') } },
    'reading.gone': { '': {} },
    'reading.changed': { reads: { isReading: true }, failed: { isReading: false } },
    'question.answer': {
      right: { questionId: 'question-1', answer: 'right' },
      'not right': { questionId: 'question-1', answer: 'notRight' },
      'another order’s': { questionId: 'question-2', answer: 'right' },
    },
    'answer.confirm': { '': {} },
    'answer.dismiss': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    sendAnswer: {
      answered: ok(ledger('right')),
      offline: fail(offline),
      'server broken': fail(refused(1003)),
      withdrawn: fail(refused(1013)),
    },
  },
  facts: ({ context }) => ({
    question: context.ledger?.questions[0]?.state ?? null,
    problem: context.problem?.kind ?? null,
  }),
  laws: {
    'only an open question is answered, with what was tapped': ({ calls }) =>
      calls
        .filter(({ id }) => id === 'sendAnswer')
        .every(({ input }) => (input as { questionId: string }).questionId === 'question-1'),
    'only a question that is still asked is confirmed': ({ snapshot }) =>
      !snapshot.matches('confirming') || snapshot.context.ledger?.questions[0]?.state === 'asked',
    'a failed answer is said': ({ snapshot }) =>
      !(snapshot.matches('refused') || snapshot.matches('outcomeUnknown')) ||
      snapshot.context.problem !== null,
    'nothing is shown of an order that is not there': ({ snapshot }) =>
      !snapshot.matches('notThere') || snapshot.context.ledger === null,
  },
  simple: { steps: 6, paths: 60 },
})
