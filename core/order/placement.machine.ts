import { type ActorRefFrom, assertEvent, assign, emit, fromPromise, sendTo, setup } from 'xstate'
import { failureIn } from '../api/asking.ts'
import type { Order, PricedFacts, Quote } from '../api/contract/order.ts'
import { isNotThere } from '../api/failure.ts'
import { notProvided } from '../not-provided.ts'
import { paymentMachine } from '../payment/payment.machine.ts'
import { photoSetMachine } from '../photo/photo-set.machine.ts'
import { policy } from '../policy/numbers.ts'
import { toPricedFacts } from './draft.ts'
import {
  atPlace,
  isComplete,
  isKeyTaken,
  isQuoteValid,
  newQuoteOf,
  paymentInput,
  placeIds,
  placementProblemOf,
  quoteLifetimeMs,
  receiverOf,
  restoredFacts,
  submissionOf,
} from './placement.facts.ts'
import type {
  PlaceIds,
  PlacementContext,
  PlacementEmitted,
  PlacementEvent,
  PlacementInput,
  ResolvedPlace,
  Submission,
} from './placement.types.ts'

/** One order at a time for one QR code: fill in, agree, see the price, create it once, pay. */
export const placementMachine = setup({
  types: {
    input: {} as PlacementInput,
    context: {} as PlacementContext,
    events: {} as PlacementEvent,
    emitted: {} as PlacementEmitted,
    tags: {} as 'busy',
  },
  actors: {
    resolveQr: fromPromise<ResolvedPlace, PlaceIds>(notProvided('placement', 'resolveQr')),
    quoteOrder: fromPromise<Quote, PricedFacts>(notProvided('placement', 'quoteOrder')),
    createOrder: fromPromise<Order, Submission | null>(notProvided('placement', 'createOrder')),
    photoSet: photoSetMachine,
    payment: paymentMachine,
  },
  actions: {
    keepPlace: assign(({ context }, place: ResolvedPlace) => atPlace(context.draft, place)),
    keepChange: assign(({ context, event }) => {
      assertEvent(event, 'draft.change')
      return { draft: { ...context.draft, ...event.patch }, problem: null }
    }),
    adoptDraft: assign(({ event }) => {
      assertEvent(event, 'draft.found')
      return { draft: event.draft, draftKey: event.draftKey }
    }),
    adoptPhotos: sendTo('photoSet', ({ event }) => {
      assertEvent(event, 'draft.found')
      return { type: 'photos.found', urls: event.photos }
    }),
    keepReceiver: assign(({ context, event }) => {
      assertEvent(event, 'receiver.choose')
      return { draft: { ...context.draft, receiver: receiverOf(context.me(), event.who) } }
    }),
    keepPhotos: assign(({ event }) => {
      assertEvent(event, 'photos.changed')
      return { photos: event.photos }
    }),
    keepAgreement: assign({ agreedTerms: policy.termsVersion }),
    keepQuote: assign(({ context }, quote: Quote) => ({ quote, quotedAt: context.now() })),
    keepNewQuote: assign(({ context, event }) => ({
      quote: newQuoteOf(failureIn(event)),
      quotedAt: context.now(),
      problem: { code: 'priceChanged' as const },
    })),
    makeSubmission: assign(({ context }) => ({ problem: null, submission: submissionOf(context) })),
    // Another body goes under another key.
    dropSubmission: assign({ submission: null, draftKey: ({ context }) => context.newKey() }),
    keepOrder: assign((_, { orderId }: Order) => ({ orderId, submission: null, problem: null })),
    keepFailure: assign({ problem: ({ event }) => placementProblemOf(failureIn(event)) }),
    noteQuoteExpired: assign({ problem: { code: 'quoteExpired' } }),
    clearProblem: assign({ problem: null }),
    saveDraft: notProvided('placement', 'saveDraft'),
    forgetDraft: notProvided('placement', 'forgetDraft'),
    clearSubmittedDraft: notProvided('placement', 'clearSubmittedDraft'),
    announceQuoted: emit({ type: 'placement.quoted' }),
    announceReopened: emit({ type: 'placement.reopened' }),
    announcePlaced: emit(({ context }) => ({ type: 'placement.placed', orderId: context.orderId ?? '' })),
  },
  guards: {
    isUnknownSite: ({ event }) => isNotThere(failureIn(event)),
    hasOrder: ({ context }) => context.orderId !== null,
    hasSubmission: ({ context }) => context.submission !== null,
    resumesConfirming: ({ context }) =>
      context.resume === 'confirming' && context.agreedTerms === policy.termsVersion && isComplete(context),
    isIncomplete: ({ context }) => !isComplete(context),
    hasAgreed: ({ context }) => context.agreedTerms === policy.termsVersion,
    isQuoteValid: ({ context }) => isQuoteValid(context),
    isPriceChanged: ({ event }) => newQuoteOf(failureIn(event)) !== null,
    isKeyTaken: ({ event }) => isKeyTaken(failureIn(event)),
    isPosted: ({ event }) => event.type === 'draft.found' && event.isPosted,
    isUnanswered: ({ event }) => failureIn(event).kind !== 'refused',
    costsNothing: (_, { total }: Order) => total.amount === 0,
  },
  delays: { quoteLifetime: quoteLifetimeMs },
}).createMachine({
  id: 'placement',
  context: ({ input, self, spawn }) => {
    const urls = input.restored?.photos ?? []
    const photoSet = spawn('photoSet', {
      id: 'photoSet',
      input: { urls, limit: policy.maxPhotos, listener: self },
    })
    return { ...restoredFacts(input), photoSet, photos: photoSet.getSnapshot().context.photos }
  },
  on: { 'photos.changed': { actions: 'keepPhotos' } },
  initial: 'resolving',
  states: {
    resolving: {
      description: 'The site behind the QR code is on its way.',
      tags: 'busy',
      invoke: {
        id: 'resolveQr',
        src: 'resolveQr',
        input: ({ context }) => placeIds(context),
        onDone: { target: 'deciding', actions: { type: 'keepPlace', params: ({ event }) => event.output } },
        onError: [
          { guard: 'isUnknownSite', target: 'unknownSite', actions: 'keepFailure' },
          { target: 'unreachable', actions: 'keepFailure' },
        ],
      },
    },
    unknownSite: { description: 'No site of ours (3002): another code has to be scanned.' },
    unreachable: {
      description: 'The site did not come; what was filled in is kept.',
      on: { 'placement.retry': { target: 'resolving' } },
    },
    deciding: {
      description: 'What an earlier visit left comes first: an order to pay, a post without an answer.',
      always: [
        { guard: 'hasOrder', target: 'paying' },
        { guard: 'hasSubmission', target: 'creating' },
        { guard: 'resumesConfirming', target: 'quoting', description: 'The confirmation was reloaded.' },
        { target: 'editing' },
      ],
    },
    editing: {
      initial: 'pristine',
      on: {
        'draft.change': { actions: ['keepChange', 'saveDraft'] },
        'draft.found': [
          { guard: 'isPosted', target: 'placedElsewhere' },
          {
            description: 'Another tab changed this very draft and kept it: both show the same.',
            actions: ['adoptDraft', 'adoptPhotos'],
          },
        ],
        'photos.changed': { actions: ['keepPhotos', 'saveDraft'] },
        'receiver.choose': { actions: ['keepReceiver', 'saveDraft'] },
        'draft.review': [
          { guard: 'isIncomplete', target: '.showingErrors' },
          { guard: 'hasAgreed', target: 'quoting', actions: 'clearProblem' },
          { target: 'agreeingToTerms', actions: 'clearProblem' },
        ],
      },
      states: {
        pristine: { description: 'No field shows an error yet.' },
        showingErrors: { description: 'Each missing or wrong field shows its own message.' },
      },
    },
    agreeingToTerms: {
      on: {
        'terms.agree': { target: 'quoting', actions: ['keepAgreement', 'saveDraft'] },
        'terms.decline': { target: 'editing' },
        'draft.found': { guard: 'isPosted', target: 'placedElsewhere' },
      },
    },
    quoting: {
      tags: 'busy',
      on: { 'draft.found': { guard: 'isPosted', target: 'placedElsewhere' } },
      invoke: {
        id: 'quoteOrder',
        src: 'quoteOrder',
        input: ({ context }) => toPricedFacts(context.draft, context.qrId),
        onDone: {
          target: 'confirming',
          actions: [{ type: 'keepQuote', params: ({ event }) => event.output }, 'announceQuoted'],
        },
        onError: { target: 'editing', actions: ['keepFailure', 'announceReopened'] },
      },
    },
    confirming: {
      description: 'The order lies there as a tag, priced and promised.',
      on: {
        'draft.found': { guard: 'isPosted', target: 'placedElsewhere' },
        'order.edit': { target: 'editing', actions: ['clearProblem', 'announceReopened'] },
        'order.submit': [
          { guard: 'isIncomplete', target: 'editing.showingErrors', actions: 'announceReopened' },
          { guard: 'isQuoteValid', target: 'creating', actions: ['makeSubmission', 'saveDraft'] },
          { target: 'quoting', actions: 'noteQuoteExpired' },
        ],
      },
      after: { quoteLifetime: { target: 'quoting', actions: 'noteQuoteExpired' } },
    },
    creating: {
      description: 'Posted under one key: however often it is repeated, there is one order.',
      tags: 'busy',
      invoke: {
        id: 'createOrder',
        src: 'createOrder',
        input: ({ context }) => context.submission,
        onDone: [
          {
            guard: { type: 'costsNothing', params: ({ event }) => event.output },
            target: 'placed',
            actions: { type: 'keepOrder', params: ({ event }) => event.output },
          },
          {
            target: 'paying',
            actions: [{ type: 'keepOrder', params: ({ event }) => event.output }, 'saveDraft'],
          },
        ],
        onError: [
          {
            guard: 'isPriceChanged',
            target: 'confirming',
            actions: ['keepNewQuote', 'dropSubmission', 'saveDraft'],
          },
          { guard: 'isKeyTaken', target: 'placedElsewhere', actions: 'clearSubmittedDraft' },
          { guard: 'isUnanswered', target: 'outcomeUnknown', actions: 'keepFailure' },
          { target: 'editing', actions: ['keepFailure', 'dropSubmission', 'saveDraft', 'announceReopened'] },
        ],
      },
    },
    outcomeUnknown: {
      description: 'Perhaps the order exists, perhaps not: only the same post again tells.',
      on: { 'order.submit': { target: 'creating', actions: 'clearProblem' } },
    },
    paying: {
      invoke: {
        id: 'payment',
        src: 'payment',
        input: ({ context }) => paymentInput(context),
        onDone: { target: 'placed' },
        onError: {
          target: 'placed',
          description: 'The order exists; its own page says what is still to be paid.',
        },
      },
    },
    placedElsewhere: { type: 'final', description: 'Another tab has sent this draft: one order, not two.' },
    placed: { type: 'final', entry: ['forgetDraft', 'announcePlaced'] },
  },
})

export type PlacementActor = ActorRefFrom<typeof placementMachine>
