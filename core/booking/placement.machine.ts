import { type ActorRefFrom, assign, emit, fromPromise, sendTo, setup } from 'xstate'
import type { Order, PricedFacts, Quote } from '../contract/order.ts'
import { isNotFound } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { type Submission, submissionMachine } from '../lib/submission.machine.ts'
import { paymentMachine } from '../payments/payment.machine.ts'
import { draftFormMachine } from './draft-form.machine.ts'
import * as placement from './placement.ts'

/** One order of one QR code: fill in, agree, quote, create exactly once, pay. */
export const placementMachine = setup({
  types: {
    input: {} as placement.PlacementInput,
    context: {} as placement.PlacementContext,
    events: {} as placement.PlacementEvent,
    meta: {} as ScreenMeta<placement.PlacementEvent>,
    emitted: {} as placement.PlacementEmitted,
    tags: {} as 'busy',
  },
  actors: {
    resolveQr: fromPromise<placement.ResolvedPlace, placement.PlaceIds>(
      notProvided('placement', 'resolveQr'),
    ),
    quoteOrder: fromPromise<Quote, PricedFacts>(notProvided('placement', 'quoteOrder')),
    submission: submissionMachine,
    draftForm: draftFormMachine,
    payment: paymentMachine,
  },
  actions: {
    beginForm: assign(({ context, self, spawn }, place: placement.ResolvedPlace) => ({
      initialForm: null,
      form: spawn('draftForm', { id: 'draftForm', input: placement.formInput(context, place, self) }),
      problem: placement.quoteProblemOf(context) ? context.problem : null,
    })),
    openForm: sendTo('draftForm', placement.openEvent),
    reopenForm: sendTo('draftForm', placement.reopenEvent),
    reviewForm: sendTo('draftForm', { type: 'form.review' }),
    closeForm: sendTo('draftForm', { type: 'form.close' }),
    setAccount: assign({ hasAccount: true }),
    sendHeldPhotos: sendTo('draftForm', { type: 'account.signedIn' }),
    setFound: assign(placement.setFoundDraft),
    adoptDraft: sendTo('draftForm', placement.draftFoundEvent),
    setAgreement: assign(({ context }) => placement.agreementOf(context)),
    setQuote: assign(({ context }, quote: Quote) => ({ quote, quotedAt: context.now() })),
    setNewQuote: assign(placement.setNewQuote),
    setSubmission: assign((_, submission: Submission<placement.PostedOrder> | null) => ({ submission })),
    setOrder: assign((_, { orderId }: Order) => ({ orderId, submission: null, problem: null })),
    setProblem: assign(({ event }) => ({ problem: placement.placementProblemOf(failureOfEvent(event)) })),
    setQuoteExpired: assign({ problem: { code: 'quoteExpired' } }),
    clearProblem: assign({ problem: null }),
    saveDraft: notProvided('placement', 'saveDraft'),
    forgetDraft: notProvided('placement', 'forgetDraft'),
    clearSubmittedDraft: notProvided('placement', 'clearSubmittedDraft'),
    announceQuoted: emit({ type: 'placement.quoted' }),
    announceReopened: emit({ type: 'placement.reopened' }),
    announcePlaced: emit(({ context }) => ({ type: 'placement.placed', orderId: context.orderId ?? '' })),
  },
  guards: {
    hasForm: ({ context }) => context.form !== null,
    isEdited: ({ event }) => event.type === 'form.changed' && event.isEdited,
    isUnknownSite: ({ event }) => isNotFound(failureOfEvent(event)),
    hasOrder: ({ context }) => context.orderId !== null,
    hasSubmission: ({ context }) => context.submission !== null,
    canResumeConfirming: ({ context }) => placement.canResumeConfirming(context),
    isIncomplete: ({ context }) => placement.isIncomplete(context),
    hasAccount: ({ context }) => context.hasAccount,
    hasFailedPhotos: ({ context }) => placement.hasFailedPhotos(context),
    arePhotosSent: ({ context }) => placement.arePhotosSent(context),
    hasAgreed: ({ context }) => placement.hasAgreed(context),
    isQuoteValid: ({ context }) => placement.isQuoteValid(context),
    isPriceChanged: ({ event }) => placement.newQuoteOf(failureOfEvent(event)) !== null,
    isKeyTaken: ({ event }) => placement.isKeyTaken(failureOfEvent(event)),
    isFree: (_, order?: Order) => order?.total.amount === 0,
  },
  delays: { quoteLifetime: placement.quoteLifetimeMs },
}).createMachine({
  id: 'placement',
  meta: {
    page: '/order/create/:qrId',
    title: 'orderForm.title',
    systemEvents: ['draft.found', 'draft.posted', 'account.signedIn'],
  },
  context: ({ input, self, spawn }) => {
    const context = placement.initialPlacement(input)
    if (!input.place || placement.placeIds(context).siteId !== null) return context
    const form = placement.formInput(context, input.place, self)
    return { ...context, initialForm: null, form: spawn('draftForm', { id: 'draftForm', input: form }) }
  },
  on: {
    'form.changed': { actions: 'saveDraft' },
    'account.signedIn': [
      { guard: 'hasForm', actions: ['setAccount', 'sendHeldPhotos'] },
      { actions: 'setAccount' },
    ],
    'draft.found': [{ guard: 'hasForm', actions: ['setFound', 'adoptDraft'] }, { actions: 'setFound' }],
    'draft.posted': { target: '.placedInOtherTab' },
  },
  initial: 'arriving',
  states: {
    arriving: {
      description: 'A server-rendered page includes the site.',
      always: [{ guard: 'hasForm', target: 'deciding' }, { target: 'resolving' }],
    },
    resolving: {
      description: 'Loads the site of the QR code.',
      tags: 'busy',
      invoke: {
        id: 'resolveQr',
        src: 'resolveQr',
        input: ({ context }) => placement.placeIds(context),
        onDone: { target: 'deciding', actions: { type: 'beginForm', params: ({ event }) => event.output } },
        onError: [
          { guard: 'isUnknownSite', target: 'unknownSite', actions: 'setProblem' },
          { target: 'unreachable', actions: 'setProblem' },
        ],
      },
    },
    unknownSite: {
      meta: { page: '/order/create/:qrId' },
      description: 'The code is unknown (3002), or its site is closed (3004).',
      on: { 'draft.found': {}, 'draft.posted': {} },
    },
    unreachable: {
      description: 'The site couldn’t be loaded. The draft is unchanged.',
      on: { 'placement.retry': { target: 'resolving', actions: 'clearProblem' } },
    },
    deciding: {
      description: 'Resumes an earlier visit’s unpaid order, unanswered post or confirmation.',
      always: [
        { guard: 'hasOrder', target: 'paying', actions: 'closeForm' },
        { guard: 'hasSubmission', target: 'creating', actions: 'closeForm' },
        { guard: 'canResumeConfirming', target: 'awaitingAccount' },
        { target: 'editing', actions: 'clearProblem' },
      ],
    },
    editing: {
      meta: { page: '/order/create/:qrId' },
      on: {
        'form.changed': { guard: 'isEdited', actions: ['clearProblem', 'saveDraft'] },
        'draft.review': [
          { guard: 'isIncomplete', actions: 'reviewForm' },
          { guard: 'hasAgreed', target: 'awaitingAccount', actions: ['clearProblem', 'saveDraft'] },
          { target: 'agreeingToTerms', actions: ['clearProblem', 'saveDraft'] },
        ],
      },
    },
    agreeingToTerms: {
      meta: { page: '/order/create/:qrId' },
      entry: 'closeForm',
      on: {
        'terms.agree': { target: 'awaitingAccount', actions: ['setAgreement', 'saveDraft'] },
        'terms.decline': { target: 'editing', actions: 'openForm' },
      },
    },
    awaitingAccount: {
      description: 'Requires an account: visitors sign in and return here.',
      entry: 'closeForm',
      always: { guard: 'hasAccount', target: 'sendingPhotos' },
      on: { 'order.edit': { target: 'editing', actions: 'openForm' } },
    },
    sendingPhotos: {
      description: 'Uploads photos that were taken before signing in.',
      tags: 'busy',
      always: [
        { guard: 'hasFailedPhotos', target: 'editing', actions: ['reviewForm', 'announceReopened'] },
        { guard: 'arePhotosSent', target: 'quoting' },
      ],
      on: { 'order.edit': { target: 'editing', actions: ['openForm', 'announceReopened'] } },
    },
    quoting: {
      tags: 'busy',
      on: { 'form.adopted': { target: 'sendingPhotos' } },
      invoke: {
        id: 'quoteOrder',
        src: 'quoteOrder',
        input: ({ context }) => placement.pricedFacts(context),
        onDone: {
          target: 'confirming',
          actions: [{ type: 'setQuote', params: ({ event }) => event.output }, 'announceQuoted'],
        },
        onError: { target: 'editing', actions: ['setProblem', 'openForm', 'saveDraft', 'announceReopened'] },
      },
    },
    confirming: {
      meta: { page: '/order/confirm', title: 'orderConfirm.title' },
      description: 'Shows the order as a tag with its price and promises.',
      on: {
        'draft.found': {},
        'order.edit': { target: 'editing', actions: ['clearProblem', 'reopenForm', 'announceReopened'] },
        'order.submit': [
          { guard: 'isIncomplete', target: 'editing', actions: ['reviewForm', 'announceReopened'] },
          { guard: 'isQuoteValid', target: 'creating', actions: 'clearProblem' },
          { target: 'quoting', actions: ['setQuoteExpired', 'saveDraft'] },
        ],
      },
      after: { quoteLifetime: { target: 'quoting', actions: ['setQuoteExpired', 'saveDraft'] } },
    },
    creating: {
      meta: { page: '/order/confirm', title: 'orderConfirm.title' },
      description: 'Retries use the same idempotency key, so only one order is created.',
      tags: 'busy',
      invoke: {
        id: 'submission',
        src: 'submission',
        input: ({ context, self }) => placement.submissionInput(context, self),
        onError: { target: 'outcomeUnknown', actions: 'setProblem' },
      },
      on: {
        'draft.found': {},
        'draft.posted': {},
        'submission.changed': {
          actions: [{ type: 'setSubmission', params: ({ event }) => event.submission }, 'saveDraft'],
        },
        'submission.accepted': [
          {
            guard: { type: 'isFree', params: ({ event }) => event.value },
            target: 'placed',
            actions: { type: 'setOrder', params: ({ event }) => event.value },
          },
          {
            target: 'paying',
            actions: [{ type: 'setOrder', params: ({ event }) => event.value }, 'saveDraft'],
          },
        ],
        'submission.refused': [
          { guard: 'isPriceChanged', target: 'confirming', actions: ['setNewQuote', 'saveDraft'] },
          { guard: 'isKeyTaken', target: 'placedInOtherTab', actions: 'clearSubmittedDraft' },
          { target: 'editing', actions: ['setProblem', 'openForm', 'saveDraft', 'announceReopened'] },
        ],
        'submission.unanswered': { target: 'outcomeUnknown', actions: 'setProblem' },
      },
    },
    outcomeUnknown: {
      meta: { page: '/order/confirm', title: 'orderConfirm.title' },
      description: 'The order may exist. Repeating the same post shows the outcome.',
      on: {
        'draft.found': {},
        'draft.posted': {},
        'order.submit': { target: 'creating', actions: 'clearProblem' },
      },
    },
    paying: {
      meta: { page: '/order/confirm', title: 'orderConfirm.title' },
      on: { 'draft.found': {}, 'draft.posted': {} },
      invoke: {
        id: 'payment',
        src: 'payment',
        input: ({ context }) => placement.paymentInput(context),
        onDone: { target: 'placed' },
        onError: { target: 'placed', description: 'The order exists. Its page shows what is due.' },
      },
    },
    placedInOtherTab: { type: 'final', description: 'Another tab already sent this draft.' },
    placed: { type: 'final', entry: ['forgetDraft', 'announcePlaced'] },
  },
})

export type PlacementActor = ActorRefFrom<typeof placementMachine>
