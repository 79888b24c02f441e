import { type ActorRefFrom, assign, emit, fromPromise, sendTo, setup } from 'xstate'
import { type DraftFormActor, draftFormMachine } from '../booking/draft-form.machine.ts'
import type { QrSite } from '../contract/site.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type Submission, submissionMachine } from '../lib/submission.machine.ts'
import * as preparation from './preparation.ts'

/** A desk fills in an order for its guest, or an operator for a caller, who takes it over by link. */
export const preparationMachine = setup({
  types: {
    input: {} as preparation.PreparationInput,
    context: {} as preparation.PreparationContext,
    events: {} as preparation.PreparationEvent,
    emitted: {} as preparation.PreparationEmitted,
    tags: {} as 'busy',
  },
  actors: {
    readDesk: fromPromise<QrSite>(notProvided('preparation', 'readDesk')),
    draftForm: draftFormMachine,
    submission: submissionMachine,
  },
  actions: {
    openForm: assign({
      form: ({ context, spawn, self }, desk: QrSite): DraftFormActor =>
        spawn('draftForm', { id: 'draftForm', input: preparation.draftFormInput(context, desk, self) }),
    }),
    closeForm: sendTo('draftForm', { type: 'form.close' }),
    reopenForm: sendTo('draftForm', ({ event }) => preparation.reopenEventOf(failureOfEvent(event))),
    reviewForm: sendTo('draftForm', { type: 'form.review' }),
    setGuest: assign({
      guest: ({ context }, guest: Partial<preparation.Guest>) => ({ ...context.guest, ...guest }),
    }),
    setSubmission: assign({
      submission: (_, submission: Submission<preparation.PreparedBody> | null) => submission,
    }),
    setProblem: assign({ problem: ({ event }): ApiFailure => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
    announcePrepared: emit((_, { preparedId }: { preparedId: string }) => ({
      type: 'preparation.prepared',
      preparedId,
    })),
    // Emits a new snapshot so that selectors over the form recompute.
    refreshSnapshot: assign({}),
  },
  guards: {
    isReady: ({ context }) => preparation.isReady(context),
  },
}).createMachine({
  id: 'preparation',
  context: ({ input }) => ({
    ...input,
    form: null,
    guest: { by: input.guestBy, dialCode: input.me().dialCode, phoneNumber: '' },
    submission: null,
    problem: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      invoke: {
        id: 'readDesk',
        src: 'readDesk',
        onDone: {
          target: 'filling',
          actions: { type: 'openForm', params: ({ event }) => event.output },
        },
        onError: { target: 'unavailable', actions: 'setProblem' },
      },
    },
    unavailable: {
      description: 'The desk’s place couldn’t be read, or it has no code.',
      on: { 'desk.retry': { target: 'opening', actions: 'clearProblem' } },
    },
    filling: {
      initial: 'pristine',
      on: {
        'form.changed': { actions: 'clearProblem' },
        'form.adopted': { actions: 'refreshSnapshot' },
        'guest.change': {
          actions: [{ type: 'setGuest', params: ({ event }) => event.guest }, 'clearProblem'],
        },
        'order.prepare': [
          { guard: 'isReady', target: 'sending', actions: ['clearProblem', 'closeForm'] },
          { target: '.showingErrors', actions: 'reviewForm' },
        ],
      },
      states: {
        pristine: {},
        showingErrors: { description: 'A missing or invalid phone number of the guest shows its message.' },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'submission',
        src: 'submission',
        input: ({ context, self }) => ({
          body: preparation.bodyOf(context),
          previous: context.submission,
          newKey: context.newKey,
          listener: self,
        }),
        onError: { target: 'filling', actions: ['setProblem', 'reopenForm'] },
      },
      on: {
        'submission.changed': {
          actions: { type: 'setSubmission', params: ({ event }) => event.submission },
        },
        'submission.accepted': {
          target: 'prepared',
          actions: {
            type: 'announcePrepared',
            params: ({ event }) => ({ preparedId: event.value.order.preparedId }),
          },
        },
        'submission.refused': { target: 'filling', actions: ['setProblem', 'reopenForm'] },
        'submission.unanswered': {
          target: 'filling',
          actions: ['setProblem', 'reopenForm'],
          description: 'The order may be prepared. The same order under the same key isn’t prepared twice.',
        },
      },
    },
    prepared: { type: 'final' },
  },
})

export type PreparationActor = ActorRefFrom<typeof preparationMachine>
