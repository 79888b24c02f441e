import { type ActorRefFrom, assertEvent, assign, fromPromise, sendTo, setup, stopChild } from 'xstate'
import { type DraftFormActor, draftFormMachine } from '../booking/draft-form.machine.ts'
import type { DraftFormUpdate } from '../booking/draft-form.ts'
import type { ChangedFacts, ChangePreview } from '../contract/change.ts'
import type { Order } from '../contract/order.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { type Submission, type SubmissionUpdate, submissionMachine } from '../lib/submission.machine.ts'
import type { ChangeableOrder, ChangeReading } from './changed-facts.ts'
import { isUnchangeable, newPreviewOf } from './order-change.ts'

export type PostedChange = { facts: ChangedFacts; preview: ChangePreview | null }

export type OrderChangeInput = {
  /** 128 random bits as hex. */
  newKey: () => string
}

export type OrderChangeEvent =
  | ReadingUpdate<ChangeReading>
  | DraftFormUpdate
  | SubmissionUpdate<PostedChange, Order>
  | { type: 'change.retry' }
  | { type: 'change.preview'; facts: ChangedFacts }
  | { type: 'change.edit' }
  | { type: 'change.confirm' }
  | { type: 'change.withdraw' }

export type OrderChangeContext = OrderChangeInput & {
  order: Order | null
  changeable: ChangeableOrder | null
  form: DraftFormActor | null
  facts: ChangedFacts
  preview: ChangePreview | null
  submission: Submission<PostedChange> | null
  problem: ApiFailure | null
}

/** Changes an order: edit, preview the difference and the new promises, confirm, then pay a positive difference. */
export const orderChangeMachine = setup({
  types: {
    input: {} as OrderChangeInput,
    context: {} as OrderChangeContext,
    events: {} as OrderChangeEvent,
    meta: {} as ScreenMeta<OrderChangeEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    draftForm: draftFormMachine,
    previewChange: fromPromise<ChangePreview, { facts: ChangedFacts }>(
      notProvided('orderChange', 'previewChange'),
    ),
    submission: submissionMachine,
    withdrawChange: fromPromise<Order>(notProvided('orderChange', 'withdrawChange')),
  },
  actions: {
    setReading: assign(({ self, spawn }, { order, changeable }: ChangeReading) => ({
      order,
      changeable,
      form:
        changeable && spawn('draftForm', { id: 'draftForm', input: { ...changeable.form, listener: self } }),
      problem: null,
      preview: null,
    })),
    setOrder: assign({ order: (_, order: Order) => order }),
    stopForm: stopChild('draftForm'),
    dropForm: assign({ form: null, changeable: null }),
    dropOrder: assign({ order: null }),
    saveDraft: notProvided('orderChange', 'saveDraft'),
    forgetDraft: notProvided('orderChange', 'forgetDraft'),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
    setFacts: assign(({ event }) => {
      assertEvent(event, 'change.preview')
      return { facts: event.facts, problem: null }
    }),
    setPreview: assign((_, preview: ChangePreview) => ({ preview })),
    setNewPreview: assign(({ context, event }) => ({
      preview: newPreviewOf(failureOfEvent(event)) ?? context.preview,
    })),
    setSubmission: assign((_, submission: Submission<PostedChange> | null) => ({ submission })),
    setProblem: assign({ problem: ({ event }) => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isWaiting: ({ context: { order } }) => Boolean(order?.changes?.open),
    isChangeable: ({ context: { form } }) => form !== null,
    isOfForm: ({ context }, changing?: ChangeReading) =>
      context.form !== null && changing?.changeable === context.changeable,
    hasChanged: ({ event }) => event.type === 'change.preview' && Object.keys(event.facts ?? {}).length > 0,
    isStillPending: (_, order?: Order) => Boolean(order?.changes?.open),
    isUnchangeable: ({ event }) => isUnchangeable(failureOfEvent(event)),
    isDifferenceNew: ({ event }) => newPreviewOf(failureOfEvent(event)) !== null,
  },
}).createMachine({
  id: 'orderChange',
  meta: { page: '/order/change/:orderId', title: 'orderChange.title' },
  context: ({ input: { newKey } }) => ({
    newKey,
    order: null,
    changeable: null,
    form: null,
    facts: {},
    preview: null,
    submission: null,
    problem: null,
  }),
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'loading',
  on: {
    'reading.done': [
      {
        description: 'The form stays open.',
        guard: { type: 'isOfForm', params: ({ event }) => event.value },
        actions: { type: 'setOrder', params: ({ event }) => event.value.order },
      },
      {
        target: '.sorting',
        actions: ['stopForm', { type: 'setReading', params: ({ event }) => event.value }],
      },
    ],
    'reading.gone': { target: '.notThere', actions: 'dropOrder' },
    'reading.changed': { actions: 'refreshSnapshot' },
    'form.changed': { actions: 'saveDraft' },
  },
  states: {
    loading: {
      description: 'The order hasn’t been read yet, or not since its change was withdrawn.',
      entry: ['stopForm', 'dropForm'],
    },
    sorting: {
      description: 'The order’s state selects the page’s content.',
      always: [
        { guard: 'isWaiting', target: 'waiting' },
        { guard: 'isChangeable', target: 'editing' },
        { target: 'refused' },
      ],
    },
    notThere: { description: 'Unknown, or another account’s order.', entry: ['stopForm', 'dropForm'] },
    refused: {
      description: 'Too late, locked, unpaid or over. The page shows which, and a contact.',
      entry: ['stopForm', 'dropForm'],
    },
    waiting: {
      description: 'A change waits for its payment or an operator, and can be withdrawn.',
      entry: ['stopForm', 'dropForm'],
      on: { 'change.withdraw': { target: 'withdrawing', actions: 'clearProblem' } },
    },
    withdrawing: {
      tags: 'busy',
      invoke: {
        id: 'withdrawChange',
        src: 'withdrawChange',
        onDone: { target: 'loading', actions: 'readAgain' },
        onError: [
          {
            guard: 'isUnchangeable',
            target: 'loading',
            actions: 'readAgain',
            description: 'The change is already settled.',
          },
          { target: 'sorting', actions: 'setProblem' },
        ],
      },
      on: {
        'reading.done': { actions: ['stopForm', { type: 'setReading', params: ({ event }) => event.value }] },
      },
    },
    editing: {
      description: 'The form starts with the order’s current values.',
      on: { 'change.preview': { guard: 'hasChanged', target: 'previewing', actions: 'setFacts' } },
    },
    previewing: {
      tags: 'busy',
      invoke: {
        id: 'previewChange',
        src: 'previewChange',
        input: ({ context: { facts } }) => ({ facts }),
        onDone: {
          target: 'previewed',
          actions: { type: 'setPreview', params: ({ event }) => event.output },
        },
        onError: [
          { guard: 'isUnchangeable', target: 'refused', actions: 'setProblem' },
          { target: 'editing', actions: 'setProblem' },
        ],
      },
    },
    previewed: {
      description: 'Shows the amount due or refunded, and the new promises.',
      on: {
        'change.edit': { target: 'editing' },
        'change.confirm': { target: 'posting', actions: 'clearProblem' },
      },
    },
    posting: {
      description: 'Retries use the same idempotency key, so only one change is created.',
      tags: 'busy',
      invoke: {
        id: 'submission',
        src: 'submission',
        input: ({ context: { facts, preview, submission, newKey }, self }) => ({
          body: { facts, preview },
          previous: submission,
          newKey,
          listener: self,
        }),
        onError: { target: 'outcomeUnknown', actions: 'setProblem' },
      },
      on: {
        'submission.changed': {
          actions: { type: 'setSubmission', params: ({ event }) => event.submission },
        },
        'submission.accepted': [
          {
            guard: { type: 'isStillPending', params: ({ event }) => event.value },
            target: 'asked',
            actions: { type: 'setOrder', params: ({ event }) => event.value },
          },
          { target: 'changed', actions: { type: 'setOrder', params: ({ event }) => event.value } },
        ],
        'submission.refused': [
          { guard: 'isDifferenceNew', target: 'previewed', actions: ['setNewPreview', 'setProblem'] },
          { guard: 'isUnchangeable', target: 'refused', actions: 'setProblem' },
          { target: 'sorting', actions: 'setProblem' },
        ],
        'submission.unanswered': { target: 'outcomeUnknown', actions: 'setProblem' },
        'reading.done': { actions: { type: 'setOrder', params: ({ event }) => event.value.order } },
      },
    },
    outcomeUnknown: {
      description: 'The order may have changed. Repeating the same post shows the outcome.',
      on: {
        'change.retry': { target: 'posting', actions: 'clearProblem' },
        'reading.done': { actions: { type: 'setOrder', params: ({ event }) => event.value.order } },
      },
    },
    asked: { type: 'final', entry: 'forgetDraft', description: 'Waits for a payment or an operator.' },
    changed: {
      type: 'final',
      entry: 'forgetDraft',
      description: 'Nothing is due. The order has the new values.',
    },
  },
})

export type OrderChangeActor = ActorRefFrom<typeof orderChangeMachine>
