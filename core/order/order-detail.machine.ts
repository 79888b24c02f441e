import { type ActorRefFrom, assign, fromCallback, fromPromise, raise, setup } from 'xstate'
import { failureOf } from '../api/asking.ts'
import type { CancelPreview, Order, TraceEvent } from '../api/contract/order.ts'
import { type ApiFailure, isNotThere } from '../api/failure.ts'
import { offersCancellation } from './may-cancel.ts'

export type OrderWithTrace = { order: Order; trace: TraceEvent[] }

export type OrderDetailInput = {
  orderId: string
  /** The order as it was read on an earlier visit; null when it was not. */
  kept: (OrderWithTrace & { loadedAt: number }) | null
  /** Milliseconds since 1970. */
  now: () => number
  /** 128 random bits as hex. */
  newKey: () => string
}

export type OrderDetailEvent =
  | { type: 'order.hint' }
  | { type: 'order.retry' }
  | { type: 'cancellation.preview' }
  | { type: 'cancellation.dismiss' }
  | { type: 'cancellation.confirm' }

type OrderDetailContext = Omit<OrderDetailInput, 'kept'> & {
  order: Order | null
  trace: TraceEvent[]
  /** When the order was last read, milliseconds since 1970. */
  loadedAt: number
  problem: ApiFailure | null
  preview: CancelPreview | null
  cancelProblem: ApiFailure | null
  /** Made before the state that posts is entered. */
  idempotencyKey: string
}

/** One order's page: read, kept fresh by hints, cancelled while that is allowed. */
export const orderDetailMachine = setup({
  types: {
    input: {} as OrderDetailInput,
    context: {} as OrderDetailContext,
    events: {} as OrderDetailEvent,
    tags: {} as 'busy',
  },
  actors: {
    hints: fromCallback<OrderDetailEvent, { orderId: string }>(() => {
      throw new Error("orderDetail: provide 'hints'")
    }),
    loadOrder: fromPromise<OrderWithTrace, { orderId: string }>(() => {
      throw new Error("orderDetail: provide 'loadOrder'")
    }),
    previewCancellation: fromPromise<CancelPreview, { orderId: string }>(() => {
      throw new Error("orderDetail: provide 'previewCancellation'")
    }),
    cancelOrder: fromPromise<Order, { orderId: string; idempotencyKey: string }>(() => {
      throw new Error("orderDetail: provide 'cancelOrder'")
    }),
  },
  actions: {
    keepOrder: assign(({ context }, read: OrderWithTrace) => ({
      ...read,
      loadedAt: context.now(),
      problem: null,
    })),
    dropOrder: assign({ order: null, trace: [], loadedAt: 0 }),
    keepProblem: assign({ problem: (_, problem: ApiFailure) => problem }),
    keepPreview: assign({ preview: (_, preview: CancelPreview) => preview }),
    makeKey: assign({ idempotencyKey: ({ context }) => context.newKey(), cancelProblem: null }),
    keepCancelled: assign({ order: (_, order: Order) => order }),
    keepCancelProblem: assign({ cancelProblem: (_, problem: ApiFailure) => problem }),
    clearCancelProblem: assign({ cancelProblem: null }),
    askAgain: raise({ type: 'order.hint' }),
  },
  guards: {
    hasOrder: ({ context }) => context.order !== null,
    isNotThere: (_, failure: ApiFailure) => isNotThere(failure),
    isUnanswered: (_, { kind }: ApiFailure) => kind !== 'refused',
    isCancelled: ({ context }) => context.order?.regions.closing === 'cancelled',
    canCancel: ({ context: { order, loadedAt, now } }) =>
      order !== null && offersCancellation(order, { loadedAt, now: now() }),
  },
}).createMachine({
  id: 'orderDetail',
  context: ({ input: { kept, ...input } }) => ({
    ...input,
    order: kept?.order ?? null,
    trace: kept?.trace ?? [],
    loadedAt: kept?.loadedAt ?? 0,
    problem: null,
    preview: null,
    cancelProblem: null,
    idempotencyKey: '',
  }),
  invoke: {
    id: 'hints',
    src: 'hints',
    input: ({ context }) => ({ orderId: context.orderId }),
    onError: { description: 'Without hints the page stays as it was read.' },
  },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Whether there is something to show at once, with or without a network.',
      always: [
        { guard: 'hasOrder', target: '#orderDetail.shown.freshness.catchingUp' },
        { target: 'loading' },
      ],
    },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadOrder',
        src: 'loadOrder',
        input: ({ context }) => ({ orderId: context.orderId }),
        onDone: { target: 'shown', actions: { type: 'keepOrder', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isNotThere', params: ({ event }) => failureOf(event.error) },
            target: 'notThere',
          },
          {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
          },
        ],
      },
      on: {
        'order.hint': {
          target: 'loading',
          reenter: true,
          description: 'An answer that is under way may be older than the change.',
        },
      },
    },
    notThere: { description: 'No such order, or somebody else’s: the same answer.' },
    failed: {
      description: 'Nothing could be read yet.',
      on: { 'order.retry': { target: 'loading' }, 'order.hint': { target: 'loading' } },
    },
    shown: {
      type: 'parallel',
      states: {
        freshness: {
          initial: 'fresh',
          states: {
            catchingUp: {
              description: 'What an earlier visit left is shown while the order is read.',
              invoke: {
                id: 'catchUp',
                src: 'loadOrder',
                input: ({ context }) => ({ orderId: context.orderId }),
                onDone: {
                  target: 'fresh',
                  actions: { type: 'keepOrder', params: ({ event }) => event.output },
                },
                onError: [
                  {
                    guard: { type: 'isNotThere', params: ({ event }) => failureOf(event.error) },
                    target: '#orderDetail.notThere',
                    actions: 'dropOrder',
                  },
                  {
                    target: 'stale',
                    actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
                  },
                ],
              },
              on: {
                'order.hint': {
                  target: 'catchingUp',
                  reenter: true,
                  description: 'An answer that is under way may be older than the change.',
                },
              },
            },
            fresh: { on: { 'order.hint': { target: 'refreshing' } } },
            refreshing: {
              invoke: {
                id: 'refreshOrder',
                src: 'loadOrder',
                input: ({ context }) => ({ orderId: context.orderId }),
                onDone: {
                  target: 'fresh',
                  actions: { type: 'keepOrder', params: ({ event }) => event.output },
                },
                onError: {
                  target: 'stale',
                  actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
                },
              },
              on: {
                'order.hint': {
                  target: 'refreshing',
                  reenter: true,
                  description: 'An answer that is under way may be older than the change.',
                },
              },
            },
            stale: {
              description: 'The last reading failed; what is shown is as of its time.',
              on: { 'order.hint': { target: 'refreshing' }, 'order.retry': { target: 'refreshing' } },
            },
          },
        },
        cancellation: {
          initial: 'none',
          states: {
            none: { on: { 'cancellation.preview': { guard: 'canCancel', target: 'previewing' } } },
            previewing: {
              tags: 'busy',
              invoke: {
                id: 'previewCancellation',
                src: 'previewCancellation',
                input: ({ context }) => ({ orderId: context.orderId }),
                onDone: {
                  target: 'deciding',
                  actions: [
                    { type: 'keepPreview', params: ({ event }) => event.output },
                    'clearCancelProblem',
                  ],
                },
                onError: {
                  target: 'refused',
                  actions: { type: 'keepCancelProblem', params: ({ event }) => failureOf(event.error) },
                },
              },
            },
            deciding: {
              description: 'The traveller sees what comes back, and by when.',
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
                  actions: [{ type: 'keepCancelled', params: ({ event }) => event.output }, 'askAgain'],
                },
                onError: [
                  {
                    description: 'Perhaps it is cancelled, perhaps not: the order is read again.',
                    guard: { type: 'isUnanswered', params: ({ event }) => failureOf(event.error) },
                    target: 'unsure',
                    actions: [
                      { type: 'keepCancelProblem', params: ({ event }) => failureOf(event.error) },
                      'askAgain',
                    ],
                  },
                  {
                    target: 'refused',
                    actions: [
                      { type: 'keepCancelProblem', params: ({ event }) => failureOf(event.error) },
                      'askAgain',
                    ],
                  },
                ],
              },
            },
            unsure: {
              description:
                'No answer to the cancellation: once the order is read, it tells whether it is cancelled.',
              always: { guard: 'isCancelled', target: 'none' },
              on: {
                'cancellation.preview': { guard: 'canCancel', target: 'previewing' },
                'cancellation.dismiss': { target: 'none' },
              },
            },
            refused: {
              description:
                'Failed to cancel: too late (5006), or what comes back could not be read. Another try reads the preview anew.',
              always: { guard: 'isCancelled', target: 'none' },
              on: {
                'cancellation.preview': { guard: 'canCancel', target: 'previewing' },
                'cancellation.dismiss': { target: 'none' },
              },
            },
          },
        },
      },
    },
  },
})

export type OrderDetailActor = ActorRefFrom<typeof orderDetailMachine>
