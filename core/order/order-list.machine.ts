import { type ActorRefFrom, assign, fromPromise, sendTo, setup } from 'xstate'
import { failureOf } from '../api/asking.ts'
import type { Order } from '../api/contract/order.ts'
import type { CustomerView } from '../api/contract/views.ts'
import type { ApiFailure } from '../api/failure.ts'
import { type ReadingNews, readingMachine } from '../reading/reading.machine.ts'

export type OrderPage = { list: Order[]; nextCursor: string | null }

/** Orders of a view, from a page on; `atLeast` asks for as many pages as hold that many orders. */
export type PageRequest = { view: CustomerView; cursor: string | null; atLeast: number }

export type OrderListInput = { view: CustomerView }

export type OrderListEvent =
  | ReadingNews<OrderPage>
  | { type: 'orders.refresh' }
  | { type: 'orders.more' }
  | { type: 'orders.retry' }

type OrderListContext = OrderListInput & {
  orders: Order[]
  nextCursor: string | null
  /** Why the next page did not come. */
  problem: ApiFailure | null
}

/** The traveller's orders of one view, newest first: read and kept fresh, page by page. */
export const orderListMachine = setup({
  types: {
    input: {} as OrderListInput,
    context: {} as OrderListContext,
    events: {} as OrderListEvent,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    loadPage: fromPromise<OrderPage, PageRequest>(() => {
      throw new Error("orderList: provide 'loadPage'")
    }),
  },
  actions: {
    replacePage: assign((_, { list, nextCursor }: OrderPage) => ({
      orders: list,
      nextCursor,
      problem: null,
    })),
    appendPage: assign(({ context }, page: OrderPage) => {
      const known = new Set(context.orders.map((order) => order.orderId))
      const fresh = page.list.filter((order) => !known.has(order.orderId))
      return { orders: [...context.orders, ...fresh], nextCursor: page.nextCursor, problem: null }
    }),
    keepProblem: assign({ problem: (_, problem: ApiFailure) => problem }),
    clearProblem: assign({ problem: null }),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
    tryAgain: sendTo('reading', { type: 'reading.retry' }),
    extendReading: sendTo('reading', ({ context: { orders, nextCursor } }) => ({
      type: 'reading.extend' as const,
      value: { list: orders, nextCursor } satisfies OrderPage,
    })),
  },
  guards: {
    isReading: (_, isReading: boolean) => isReading,
    hasMore: ({ context }) => context.nextCursor !== null,
  },
}).createMachine({
  id: 'orderList',
  context: ({ input }) => ({ ...input, orders: [], nextCursor: null, problem: null }),
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ kept: null, isFresh: false, listener: self }),
    onError: { description: 'The list stays as it was read.' },
  },
  initial: 'reading',
  on: {
    'reading.changed': [
      {
        description: 'A page that is under way may be older than the change.',
        guard: { type: 'isReading', params: ({ event }) => event.isReading },
        target: '.reading',
        actions: 'clearProblem',
      },
      { target: '.resting' },
    ],
    'reading.done': {
      target: '.resting',
      actions: { type: 'replacePage', params: ({ event }) => event.value },
    },
    'reading.gone': { target: '.resting' },
    'orders.refresh': { actions: 'readAgain' },
    'orders.retry': { actions: 'tryAgain' },
  },
  states: {
    reading: {
      tags: 'busy',
      description: 'As many orders are read again as are shown: a list that was scrolled keeps its length.',
    },
    resting: { on: { 'orders.more': { guard: 'hasMore', target: 'loadingMore' } } },
    loadingMore: {
      invoke: {
        id: 'loadMore',
        src: 'loadPage',
        input: ({ context }) => ({ view: context.view, cursor: context.nextCursor, atLeast: 0 }),
        onDone: {
          target: 'resting',
          actions: [{ type: 'appendPage', params: ({ event }) => event.output }, 'extendReading'],
        },
        onError: {
          target: 'moreFailed',
          actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    moreFailed: { on: { 'orders.retry': { target: 'loadingMore' } } },
  },
})

export type OrderListActor = ActorRefFrom<typeof orderListMachine>
