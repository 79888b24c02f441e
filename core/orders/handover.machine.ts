import { type ActorRefFrom, assertEvent, assign, setup } from 'xstate'
import { newQuoteOf } from '../booking/placement.ts'
import type { Order } from '../contract/order.ts'
import type { GuestOrder } from '../contract/prepared-order.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, isRefusedWith } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { type Submission, type SubmissionUpdate, submissionMachine } from '../lib/submission.machine.ts'
import type { PhotoActor } from '../photos/photo.machine.ts'
import { photoUrls, summarizePhotos } from '../photos/photo-list.ts'
import { type PhotoSetActor, type PhotosChanged, photoSetMachine } from '../photos/photo-set.machine.ts'
import { policy } from '../policy/numbers.ts'

export type Handover = { order: GuestOrder | null; takenOrderId: string | null }

/** Posted together with the terms version. */
export type TakeOver = { quoteId: string; photos: string[] }

export type HandoverInput = {
  restored: { photos: string[]; heldPhotos: string[] } | null
  /** 128 random bits as hex. */
  newKey: () => string
}

export type HandoverEvent =
  | ReadingUpdate<Handover>
  | { type: 'handover.submit' }
  | { type: 'handover.edit' }
  | { type: 'handover.retry' }
  | { type: 'terms.agree' }
  | { type: 'terms.decline' }
  | PhotosChanged
  | SubmissionUpdate<TakeOver, Order>

export type HandoverContext = Pick<HandoverInput, 'newKey'> & {
  order: GuestOrder | null
  photoSet: PhotoSetActor
  photos: readonly PhotoActor[]
  submission: Submission<TakeOver> | null
  problem: ApiFailure | null
  /** The order after takeover. Its actions say whether a payment is due. */
  takenOrder: Order | null
  takenOrderId: string | null
}

const takeOverOf = ({ order, photos }: HandoverContext): TakeOver => ({
  quoteId: order?.quote.quoteId ?? '',
  photos: photoUrls(photos),
})

/** Takes over an order that a desk has prepared for a guest. */
export const handoverMachine = setup({
  types: {
    input: {} as HandoverInput,
    context: {} as HandoverContext,
    events: {} as HandoverEvent,
    meta: {} as ScreenMeta<HandoverEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    submission: submissionMachine,
    photoSet: photoSetMachine,
  },
  actions: {
    setHandover: assign((_, { order, takenOrderId }: Handover) => ({ order, takenOrderId })),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    setTakenOrder: assign((_, takenOrder: Order) => ({ takenOrder, takenOrderId: takenOrder.orderId })),
    setPhotos: assign(({ event }) => {
      assertEvent(event, 'photos.changed')
      return { photos: event.photos }
    }),
    savePhotos: notProvided('handover', 'savePhotos'),
    forgetPhotos: notProvided('handover', 'forgetPhotos'),
    setSubmission: assign((_, submission: Submission<TakeOver> | null) => ({ submission })),
    setQuote: assign(({ context, event }) => ({
      order: context.order && {
        ...context.order,
        quote: newQuoteOf(failureOfEvent(event)) ?? context.order.quote,
      },
    })),
    setProblem: assign({ problem: ({ event }) => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isOpen: (_, handover?: Handover) => handover?.takenOrderId === null,
    isTaken: (_, handover?: Handover) => typeof handover?.takenOrderId === 'string',
    isGone: ({ event }) => isRefusedWith(failureOfEvent(event), errorCodes.expressNotFound),
    isPriceDifferent: ({ context }, handover?: Handover) => {
      const total = handover?.order?.quote.total
      return total !== undefined && total.amount !== context.order?.quote.total.amount
    },
    isPriceChanged: ({ event }) => newQuoteOf(failureOfEvent(event)) !== null,
    hasTooFewPhotos: ({ context: { order, photos } }) =>
      (order?.photoCount ?? 0) + photos.length < policy.minPhotos,
    hasFailedPhotos: ({ context }) => summarizePhotos(context.photos).failed > 0,
    hasBusyPhotos: ({ context }) => summarizePhotos(context.photos).busy > 0,
    hasAllPhotos: ({ context }) => summarizePhotos(context.photos).busy === 0,
  },
}).createMachine({
  id: 'handover',
  meta: { page: '/handover/:token', title: 'order.title' },
  context: ({ input: { restored, newKey }, self, spawn }) => {
    const photoSet = spawn('photoSet', {
      id: 'photoSet',
      input: {
        urls: restored?.photos ?? [],
        held: restored?.heldPhotos ?? [],
        limit: policy.maxPhotos,
        hasAccount: true,
        newKey,
        listener: self,
      },
    })
    return {
      newKey,
      photoSet,
      photos: photoSet.getSnapshot().context.photos,
      order: null,
      submission: null,
      problem: null,
      takenOrder: null,
      takenOrderId: null,
    }
  },
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
        guard: { type: 'isTaken', params: ({ event }) => event.value },
        target: '.taken',
        actions: { type: 'setHandover', params: ({ event }) => event.value },
        description: 'Perhaps the guest accepted it on another device.',
      },
      { actions: { type: 'setHandover', params: ({ event }) => event.value } },
    ],
    'reading.gone': { target: '.gone' },
    'reading.changed': { actions: 'refreshSnapshot' },
  },
  states: {
    loading: {
      on: {
        'reading.done': {
          guard: { type: 'isOpen', params: ({ event }) => event.value },
          target: 'offered',
          actions: { type: 'setHandover', params: ({ event }) => event.value },
        },
      },
    },
    gone: {
      description: 'The link has ended, is invalid or belongs to another guest.',
      entry: 'forgetPhotos',
    },
    offered: {
      description: 'The guest reviews the order and adds missing photos.',
      initial: 'pristine',
      on: {
        'photos.changed': { actions: ['setPhotos', 'savePhotos'] },
        'handover.submit': [
          { guard: 'hasTooFewPhotos', target: '.showingErrors' },
          { guard: 'hasFailedPhotos', target: '.showingErrors' },
          { guard: 'hasBusyPhotos', target: 'waitingForPhotos', actions: 'clearProblem' },
          { target: 'agreeingToTerms', actions: 'clearProblem' },
        ],
      },
      states: {
        pristine: {},
        showingErrors: { description: 'Missing or failed photos show their messages.' },
      },
    },
    waitingForPhotos: {
      tags: 'busy',
      always: [
        { guard: 'hasFailedPhotos', target: 'offered.showingErrors' },
        { guard: 'hasAllPhotos', target: 'agreeingToTerms' },
      ],
      on: {
        'photos.changed': { actions: ['setPhotos', 'savePhotos'] },
        'handover.edit': { target: 'offered' },
      },
    },
    agreeingToTerms: {
      on: {
        'reading.done': {
          guard: { type: 'isPriceDifferent', params: ({ event }) => event.value },
          target: 'offered',
          actions: { type: 'setHandover', params: ({ event }) => event.value },
          description: 'Shows the new price before the guest agrees to it.',
        },
        'terms.agree': { target: 'taking', actions: 'clearProblem' },
        'terms.decline': { target: 'offered' },
      },
    },
    taking: {
      description: 'Ignores readings until the response, since they may be older.',
      tags: 'busy',
      on: {
        'reading.done': { actions: 'refreshSnapshot' },
        'reading.gone': { actions: 'refreshSnapshot' },
        'submission.changed': {
          actions: { type: 'setSubmission', params: ({ event }) => event.submission },
        },
        'submission.accepted': {
          target: 'taken',
          actions: { type: 'setTakenOrder', params: ({ event }) => event.value },
        },
        'submission.refused': [
          { guard: 'isGone', target: 'gone' },
          {
            guard: 'isPriceChanged',
            target: 'offered',
            actions: ['setQuote', 'setProblem'],
            description: 'Shows the new price before the guest agrees to it.',
          },
          { target: 'offered', actions: 'setProblem' },
        ],
        'submission.unanswered': { target: 'outcomeUnknown', actions: 'setProblem' },
      },
      invoke: {
        id: 'submission',
        src: 'submission',
        input: ({ context, self }) => ({
          body: takeOverOf(context),
          previous: context.submission,
          newKey: context.newKey,
          listener: self,
        }),
        onError: { target: 'outcomeUnknown', actions: 'setProblem' },
      },
    },
    outcomeUnknown: {
      description: 'The guest may already own the order. Retries use the same key.',
      on: {
        'handover.retry': { target: 'taking', actions: 'clearProblem' },
        'reading.done': [
          {
            guard: { type: 'isTaken', params: ({ event }) => event.value },
            target: 'taken',
            actions: { type: 'setHandover', params: ({ event }) => event.value },
          },
          { actions: 'refreshSnapshot' },
        ],
      },
    },
    taken: { type: 'final', entry: 'forgetPhotos' },
  },
})

export type HandoverActor = ActorRefFrom<typeof handoverMachine>
