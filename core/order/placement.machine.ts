import { type ActorRefFrom, assertEvent, assign, emit, fromPromise, setup, stopChild } from 'xstate'
import { failureOf } from '../api/asking.ts'
import type { Order, OrderDraft, PricedFacts, Quote } from '../api/contract/order.ts'
import { type ApiFailure, isNotThere } from '../api/failure.ts'
import { notProvided } from '../not-provided.ts'
import { paymentMachine } from '../payment/payment.machine.ts'
import { photoMachine } from '../photo/photo.machine.ts'
import { photoUrls } from '../photo/photo-list.ts'
import { policy } from '../policy/numbers.ts'
import { toDeliveryChoice } from './delivery-choice.ts'
import { toOrderDraft, toPricedFacts } from './draft.ts'
import { emptyDraft } from './draft-shape.ts'
import { isTaken, newQuoteOf, placementProblemOf, problemsOf } from './placement.facts.ts'
import type {
  PlacementContext,
  PlacementEmitted,
  PlacementEvent,
  PlacementInput,
  PlacementProblem,
  ResolvedPlace,
  Submission,
} from './placement.types.ts'

/** Counted from when the quote came: a traveller's clock may be hours off, so `validUntil` is no measure for it. */
const quoteLifetimeMs = policy.quoteMinutes * 60_000

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
    resolveQr: fromPromise<ResolvedPlace, { qrId: string; siteId: string | null }>(
      notProvided('placement', 'resolveQr'),
    ),
    quoteOrder: fromPromise<Quote, PricedFacts>(notProvided('placement', 'quoteOrder')),
    createOrder: fromPromise<Order, { submission: Submission | null }>(
      notProvided('placement', 'createOrder'),
    ),
    photo: photoMachine,
    payment: paymentMachine,
  },
  actions: {
    keepPlace: assign(({ context }, { destination, ...place }: ResolvedPlace) => {
      const { draft } = context
      return {
        place,
        problem: null,
        draft: {
          ...draft,
          roomNumber: draft.roomNumber || (place.roomNumber ?? ''),
          delivery: destination ? toDeliveryChoice(destination) : draft.delivery,
        },
      }
    }),
    keepChange: assign(({ context, event }) => {
      assertEvent(event, 'draft.change')
      return { draft: { ...context.draft, ...event.patch }, problem: null }
    }),
    // Photos that this tab has not sent yet stay; of the others the list that was found holds.
    takeOver: assign(({ context, event, self, spawn }) => {
      assertEvent(event, 'draft.found')
      const isListed = (url: string | null) => url === null || event.photos.includes(url)
      const own = context.photos.filter((photo) => isListed(photo.getSnapshot().context.url))
      const known = photoUrls(own)
      const added = event.photos
        .filter((url) => !known.includes(url))
        .map((url, index) => {
          const id = `photo-${context.photosMade + index}`
          return spawn('photo', { id, input: { id, from: { kind: 'uploaded', url }, listener: self } })
        })
      return {
        draft: event.draft,
        draftKey: event.draftKey,
        photos: [...own, ...added],
        photosMade: context.photosMade + added.length,
      }
    }),
    keepReceiver: assign(({ context, event }) => {
      assertEvent(event, 'receiver.choose')
      const me = context.me()
      const receiver =
        event.who === 'me' ? me : { who: 'other' as const, name: '', dialCode: me.dialCode, phoneNumber: '' }
      return { draft: { ...context.draft, receiver } }
    }),
    addPhotos: assign(({ context, event, self, spawn }) => {
      assertEvent(event, 'photo.add')
      const room = policy.maxPhotos - context.photos.length
      const added = event.sources.slice(0, room).map((source, index) => {
        const id = `photo-${context.photosMade + index}`
        return spawn('photo', { id, input: { id, from: { kind: 'source', source }, listener: self } })
      })
      return {
        photos: [...context.photos, ...added],
        photosMade: context.photosMade + added.length,
        photosLeftOut: event.sources.length - added.length,
      }
    }),
    stopPhoto: stopChild(({ event }) => {
      assertEvent(event, 'photo.remove')
      return event.id
    }),
    removePhoto: assign(({ context, event }) => {
      assertEvent(event, 'photo.remove')
      return { photos: context.photos.filter((photo) => photo.id !== event.id), photosLeftOut: 0 }
    }),
    // A new list makes a new snapshot: what views derive from the photos is asked again.
    seePhotos: assign({ photos: ({ context }) => [...context.photos] }),
    keepAgreement: assign({ agreedTerms: policy.termsVersion }),
    keepQuote: assign(({ context }, quote: Quote) => ({ quote, quotedAt: context.now() })),
    keepNewQuote: assign(({ context }, failure: ApiFailure) => ({
      quote: newQuoteOf(failure),
      quotedAt: context.now(),
    })),
    makeSubmission: assign(({ context }) => ({
      problem: null,
      submission: {
        idempotencyKey: context.draftKey,
        body: {
          draft: toOrderDraft(context.draft, context.qrId, photoUrls(context.photos)) satisfies OrderDraft,
          quoteId: context.quote?.quoteId ?? '',
          termsVersion: context.agreedTerms ?? '',
        },
      },
    })),
    // Another body goes under another key.
    dropSubmission: assign({ submission: null, draftKey: ({ context }) => context.newKey() }),
    keepOrder: assign((_, { orderId }: Order) => ({ orderId, submission: null, problem: null })),
    keepProblem: assign({ problem: (_, problem: PlacementProblem) => problem }),
    clearProblem: assign({ problem: null }),
    saveDraft: notProvided('placement', 'saveDraft'),
    forgetDraft: notProvided('placement', 'forgetDraft'),
    forgetTaken: notProvided('placement', 'forgetTaken'),
    announceQuoted: emit({ type: 'placement.quoted' }),
    announceReopened: emit({ type: 'placement.reopened' }),
    announcePlaced: emit(({ context }) => ({ type: 'placement.placed', orderId: context.orderId ?? '' })),
  },
  guards: {
    isUnknownSite: (_, failure: ApiFailure) => isNotThere(failure),
    hasOrder: ({ context }) => context.orderId !== null,
    hasSubmission: ({ context }) => context.submission !== null,
    resumesConfirming: ({ context }, place: ResolvedPlace) =>
      context.resume === 'confirming' &&
      context.agreedTerms === policy.termsVersion &&
      Object.keys(problemsOf(context, place)).length === 0,
    hasRoomForPhotos: ({ context }) => context.photos.length < policy.maxPhotos,
    isIncomplete: ({ context }) => Object.keys(problemsOf(context)).length > 0,
    hasAgreed: ({ context }) => context.agreedTerms === policy.termsVersion,
    isQuoteValid: ({ context }) =>
      context.quote !== null && context.now() < context.quotedAt + quoteLifetimeMs,
    isPriceChanged: (_, failure: ApiFailure) => newQuoteOf(failure) !== null,
    isTaken: (_, failure: ApiFailure) => isTaken(failure),
    isPosted: ({ event }) => event.type === 'draft.found' && event.isPosted,
    isUnanswered: (_, { kind }: ApiFailure) => kind !== 'refused',
    costsNothing: (_, { total }: Order) => total.amount === 0,
  },
  delays: { quoteLifetime: quoteLifetimeMs },
}).createMachine({
  id: 'placement',
  context: ({ input, self, spawn }) => ({
    qrId: input.qrId,
    resume: input.resume,
    now: input.now,
    newKey: input.newKey,
    me: input.me,
    isValidPhone: input.isValidPhone,
    place: null,
    draft: input.restored?.draft ?? emptyDraft(input.me()),
    photos: (input.restored?.photos ?? []).map((url, index) =>
      spawn('photo', {
        id: `photo-${index}`,
        input: { id: `photo-${index}`, from: { kind: 'uploaded', url }, listener: self },
      }),
    ),
    photosMade: input.restored?.photos.length ?? 0,
    photosLeftOut: 0,
    agreedTerms: input.restored?.agreedTerms ?? null,
    quote: null,
    quotedAt: 0,
    draftKey: input.restored?.draftKey || input.newKey(),
    submission: input.restored?.submission ?? null,
    orderId: input.restored?.orderId ?? null,
    problem: null,
  }),
  initial: 'resolving',
  states: {
    resolving: {
      description: 'The site behind the QR code is on its way.',
      tags: 'busy',
      invoke: {
        id: 'resolveQr',
        src: 'resolveQr',
        input: ({ context }) => ({
          qrId: context.qrId,
          siteId: context.draft.delivery?.kind === 'site' ? context.draft.delivery.site.siteId : null,
        }),
        onDone: [
          {
            guard: { type: 'resumesConfirming', params: ({ event }) => event.output },
            target: 'resuming',
            actions: { type: 'keepPlace', params: ({ event }) => event.output },
          },
          { target: 'deciding', actions: { type: 'keepPlace', params: ({ event }) => event.output } },
        ],
        onError: [
          {
            guard: { type: 'isUnknownSite', params: ({ event }) => failureOf(event.error) },
            target: 'unknownSite',
            actions: { type: 'keepProblem', params: ({ event }) => placementProblemOf(event.error) },
          },
          {
            target: 'unreachable',
            actions: { type: 'keepProblem', params: ({ event }) => placementProblemOf(event.error) },
          },
        ],
      },
    },
    unknownSite: { description: 'No site of ours (3002): another code has to be scanned.' },
    unreachable: {
      description: 'The site did not come; what was filled in is kept.',
      on: { 'placement.retry': { target: 'resolving' } },
    },
    deciding: {
      description:
        'What an earlier visit left open comes first: an order to pay, or a post without an answer.',
      always: [
        { guard: 'hasOrder', target: 'paying' },
        { guard: 'hasSubmission', target: 'creating' },
        { target: 'editing' },
      ],
    },
    resuming: {
      description: 'The confirmation was reloaded.',
      always: [
        { guard: 'hasOrder', target: 'paying' },
        { guard: 'hasSubmission', target: 'creating' },
        { target: 'quoting' },
      ],
    },
    editing: {
      initial: 'calm',
      on: {
        'draft.change': { actions: ['keepChange', 'saveDraft'] },
        'draft.found': [
          { guard: 'isPosted', target: 'placedElsewhere' },
          {
            description: 'Another tab changed this very draft and kept it: both show the same.',
            actions: 'takeOver',
          },
        ],
        'receiver.choose': { actions: ['keepReceiver', 'saveDraft'] },
        'photo.add': { guard: 'hasRoomForPhotos', actions: 'addPhotos' },
        'photo.remove': { actions: ['stopPhoto', 'removePhoto', 'saveDraft'] },
        'photo.changed': { actions: ['seePhotos', 'saveDraft'] },
        'draft.review': [
          { guard: 'isIncomplete', target: '.pointing' },
          { guard: 'hasAgreed', target: 'quoting', actions: 'clearProblem' },
          { target: 'agreeingToTerms', actions: 'clearProblem' },
        ],
      },
      states: {
        calm: { description: 'Nothing is pointed at yet.' },
        pointing: { description: 'Each missing or wrong field shows its own message.' },
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
        onError: {
          target: 'editing',
          actions: [
            { type: 'keepProblem', params: ({ event }) => placementProblemOf(event.error) },
            'announceReopened',
          ],
        },
      },
    },
    confirming: {
      description: 'The order lies there as a tag, priced and promised.',
      on: {
        'draft.found': { guard: 'isPosted', target: 'placedElsewhere' },
        'order.edit': { target: 'editing', actions: ['clearProblem', 'announceReopened'] },
        'order.submit': [
          { guard: 'isQuoteValid', target: 'creating', actions: ['makeSubmission', 'saveDraft'] },
          { target: 'quoting', actions: { type: 'keepProblem', params: { code: 'quoteExpired' } } },
        ],
      },
      after: {
        quoteLifetime: {
          target: 'quoting',
          actions: { type: 'keepProblem', params: { code: 'quoteExpired' } },
        },
      },
    },
    creating: {
      description: 'Posted under one key: however often it is repeated, there is one order.',
      tags: 'busy',
      invoke: {
        id: 'createOrder',
        src: 'createOrder',
        input: ({ context }) => ({ submission: context.submission }),
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
            guard: { type: 'isPriceChanged', params: ({ event }) => failureOf(event.error) },
            target: 'confirming',
            actions: [
              { type: 'keepNewQuote', params: ({ event }) => failureOf(event.error) },
              { type: 'keepProblem', params: { code: 'priceChanged' } },
              'dropSubmission',
              'saveDraft',
            ],
          },
          {
            guard: { type: 'isTaken', params: ({ event }) => failureOf(event.error) },
            target: 'placedElsewhere',
            actions: 'forgetTaken',
          },
          {
            description: 'Perhaps it exists, perhaps not.',
            guard: { type: 'isUnanswered', params: ({ event }) => failureOf(event.error) },
            target: 'unsure',
            actions: { type: 'keepProblem', params: ({ event }) => placementProblemOf(event.error) },
          },
          {
            target: 'editing',
            actions: [
              { type: 'keepProblem', params: ({ event }) => placementProblemOf(event.error) },
              'dropSubmission',
              'saveDraft',
              'announceReopened',
            ],
          },
        ],
      },
    },
    unsure: {
      description: 'No answer came: only the same post again tells whether the order exists.',
      on: { 'order.submit': { target: 'creating', actions: 'clearProblem' } },
    },
    paying: {
      invoke: {
        id: 'payment',
        src: 'payment',
        input: ({ context }) => ({
          from: { kind: 'order', orderId: context.orderId ?? '' },
          now: context.now,
          newKey: context.newKey,
        }),
        onDone: { target: 'placed' },
        onError: {
          target: 'placed',
          description: 'The order exists; its own page says what is still to be paid.',
        },
      },
    },
    placedElsewhere: {
      description: 'Another tab has sent this draft: it makes one order, not two.',
      type: 'final',
    },
    placed: { type: 'final', entry: ['forgetDraft', 'announcePlaced'] },
  },
})

export type PlacementActor = ActorRefFrom<typeof placementMachine>
