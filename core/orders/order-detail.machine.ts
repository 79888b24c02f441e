import { type ActorRefFrom, assign, fromPromise, sendTo, setup } from 'xstate'
import type { CancelPreview, Order, TraceEvent } from '../contract/order.ts'
import { type ApiFailure, isOutcomeUnknown } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { offersCancellation } from './may-cancel.ts'

export type OrderWithTrace = { order: Order; trace: TraceEvent[] }
/** `requestedAt` is when the request was sent, in ms since 1970. */
export type OrderRead = OrderWithTrace & { requestedAt: number }

export type OrderDetailInput = {
  orderId: string
  cachedOrder: (OrderWithTrace & { loadedAt: number }) | null
  /** Milliseconds since 1970. */
  now: () => number
  /** 128 random bits as hex. */
  newKey: () => string
}

export type OrderDetailEvent =
  | ReadingUpdate<OrderRead>
  | { type: 'cancellation.preview' }
  | { type: 'cancellation.dismiss' }
  | { type: 'cancellation.confirm' }

type OrderDetailContext = Omit<OrderDetailInput, 'cachedOrder'> & {
  order: Order | null
  trace: TraceEvent[]
  /** When the latest reading was requested, in ms since 1970. */
  requestedAt: number
  /** When the order was last read, in ms since 1970. */
  loadedAt: number
  preview: CancelPreview | null
  cancelProblem: ApiFailure | null
  /** Set before entering the posting state; empty if nothing was posted since the preview. */
  idempotencyKey: string
  /** Whether a reading after an unanswered cancellation showed the order as not cancelled. */
  isReadSince: boolean
}

const noAttempt = { cancelProblem: null, idempotencyKey: '', isReadSince: false }

const isCancellationPending = ({ idempotencyKey, cancelProblem }: OrderDetailContext) =>
  idempotencyKey !== '' && cancelProblem !== null && isOutcomeUnknown(cancelProblem)

/** One order's page: reads it, refreshes it on hints, cancels it. */
export const orderDetailMachine = setup({
  types: {
    input: {} as OrderDetailInput,
    context: {} as OrderDetailContext,
    events: {} as OrderDetailEvent,
    meta: {} as ScreenMeta<OrderDetailEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    previewCancellation: fromPromise<CancelPreview, { orderId: string }>(
      notProvided('orderDetail', 'previewCancellation'),
    ),
    cancelOrder: fromPromise<Order, { orderId: string; idempotencyKey: string }>(
      notProvided('orderDetail', 'cancelOrder'),
    ),
  },
  actions: {
    setOrder: assign(({ context }, read: OrderRead) => ({
      ...read,
      loadedAt: context.now(),
    })),
    dropOrder: assign({ order: null, trace: [], requestedAt: 0, loadedAt: 0 }),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({ trace: ({ context }) => [...context.trace] }),
    setPreview: assign({ preview: (_, preview: CancelPreview) => preview }),
    makeKey: assign({ idempotencyKey: ({ context }) => context.newKey(), cancelProblem: null }),
    setCancelledOrder: assign({ order: (_, order: Order) => order }),
    setCancelProblem: assign({ cancelProblem: ({ event }) => failureOfEvent(event) }),
    // A pending post may still cancel the order. A second one does no harm.
    markNotCancelled: assign({ idempotencyKey: '', isReadSince: true }),
    forgetAttempt: assign(noAttempt),
    clearSettledAttempt: assign(({ context }) => (isCancellationPending(context) ? {} : noAttempt)),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
  },
  guards: {
    isOutcomeUnknown: ({ event }) => isOutcomeUnknown(failureOfEvent(event)),
    isCancellationStillPending: ({ context, event }) =>
      isCancellationPending(context) && isOutcomeUnknown(failureOfEvent(event)),
    isCancelled: ({ context }) => context.order?.lifecycle.closing === 'cancelled',
    canCancel: ({ context: { order, requestedAt, loadedAt, now } }) =>
      order !== null && offersCancellation(order, { requestedAt, loadedAt, now: now() }),
  },
}).createMachine({
  id: 'orderDetail',
  meta: { page: '/order/detail/:orderId', title: 'order.title' },
  context: ({ input: { cachedOrder, ...input } }) => ({
    ...input,
    order: cachedOrder?.order ?? null,
    trace: cachedOrder?.trace ?? [],
    requestedAt: cachedOrder?.loadedAt ?? 0,
    loadedAt: cachedOrder?.loadedAt ?? 0,
    preview: null,
    ...noAttempt,
  }),
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ context: { order, trace }, self }) => ({
      initialValue: order && { order, trace },
      isFresh: false,
      listener: self,
    }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'none',
  on: {
    'reading.done': { actions: { type: 'setOrder', params: ({ event }) => event.value } },
    'reading.gone': { target: '.none', actions: 'dropOrder' },
    'reading.changed': { actions: 'refreshSnapshot' },
  },
  states: {
    none: {
      on: {
        'reading.done': {
          description: 'The order shows the outcome of a cancellation without an answer.',
          actions: [{ type: 'setOrder', params: ({ event }) => event.value }, 'forgetAttempt'],
        },
        'cancellation.preview': { guard: 'canCancel', target: 'previewing', actions: 'clearSettledAttempt' },
      },
    },
    previewing: {
      tags: 'busy',
      invoke: {
        id: 'previewCancellation',
        src: 'previewCancellation',
        input: ({ context }) => ({ orderId: context.orderId }),
        onDone: {
          target: 'deciding',
          actions: [{ type: 'setPreview', params: ({ event }) => event.output }, 'forgetAttempt'],
        },
        onError: [
          {
            description: 'An earlier request may still have canceled the order.',
            guard: 'isCancellationStillPending',
            target: 'outcomeUnknown',
            actions: ['setCancelProblem', 'readAgain'],
          },
          { target: 'refused', actions: ['forgetAttempt', 'setCancelProblem'] },
        ],
      },
    },
    deciding: {
      description: 'Shows the refund and its deadline.',
      always: {
        guard: 'isCancelled',
        target: 'none',
        description: 'The order was canceled elsewhere, perhaps in another tab.',
      },
      on: {
        'cancellation.confirm': { target: 'cancelling', actions: 'makeKey' },
        'cancellation.dismiss': { target: 'none' },
      },
    },
    cancelling: {
      tags: 'busy',
      invoke: {
        id: 'cancelOrder',
        src: 'cancelOrder',
        input: ({ context }) => ({
          orderId: context.orderId,
          idempotencyKey: context.idempotencyKey,
        }),
        onDone: {
          target: 'none',
          actions: [{ type: 'setCancelledOrder', params: ({ event }) => event.output }, 'readAgain'],
        },
        onError: [
          {
            description: 'The order may be canceled: read it again.',
            guard: 'isOutcomeUnknown',
            target: 'outcomeUnknown',
            actions: ['setCancelProblem', 'readAgain'],
          },
          { target: 'refused', actions: ['setCancelProblem', 'readAgain'] },
        ],
      },
    },
    outcomeUnknown: {
      description: 'The cancellation had no answer. The next reading shows the outcome.',
      always: { guard: 'isCancelled', target: 'none' },
      on: {
        'reading.done': {
          description: 'This reading replaced one that was already pending.',
          target: 'notCancelled',
          actions: [{ type: 'setOrder', params: ({ event }) => event.value }, 'markNotCancelled'],
        },
        'cancellation.preview': { guard: 'canCancel', target: 'previewing' },
        'cancellation.dismiss': { target: 'none' },
      },
    },
    notCancelled: {
      description: 'The request didn’t cancel the order. Allows a retry unless it is too late.',
      always: { guard: 'isCancelled', target: 'none' },
      on: {
        'cancellation.preview': { guard: 'canCancel', target: 'previewing' },
        'cancellation.dismiss': { target: 'none' },
      },
    },
    refused: {
      description:
        'Canceling failed: too late (5006), or the preview couldn’t be loaded. A retry reloads the preview.',
      always: { guard: 'isCancelled', target: 'none' },
      on: {
        'cancellation.preview': { guard: 'canCancel', target: 'previewing' },
        'cancellation.dismiss': { target: 'none' },
      },
    },
  },
})

export type OrderDetailActor = ActorRefFrom<typeof orderDetailMachine>
