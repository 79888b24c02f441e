import { type ActorRefFrom, assign, fromCallback, fromPromise, setup } from 'xstate'
import { failureOf } from '../api/asking.ts'
import type { Order } from '../api/contract/order.ts'
import type { CustomerView } from '../api/contract/views.ts'
import type { ApiFailure } from '../api/failure.ts'

export type OrderPage = { list: Order[]; nextCursor: string | null }

/** Orders of a view, from a page on; `atLeast` asks for as many pages as hold that many orders. */
export type PageRequest = { view: CustomerView; cursor: string | null; atLeast: number }

export type OrderListInput = { view: CustomerView }

export type OrderListEvent =
  | { type: 'orders.hint' }
  | { type: 'orders.refresh' }
  | { type: 'orders.more' }
  | { type: 'orders.retry' }

type OrderListContext = OrderListInput & {
  orders: Order[]
  nextCursor: string | null
  problem: ApiFailure | null
}

/** The traveller's orders of one view, newest first, page by page. */
export const orderListMachine = setup({
  types: {
    input: {} as OrderListInput,
    context: {} as OrderListContext,
    events: {} as OrderListEvent,
    tags: {} as 'busy',
  },
  actors: {
    hints: fromCallback<OrderListEvent>(() => {
      throw new Error("orderList: provide 'hints'")
    }),
    loadPage: fromPromise<OrderPage, PageRequest>(() => {
      throw new Error("orderList: provide 'loadPage'")
    }),
  },
  actions: {
    replacePage: assign((_, page: OrderPage) => ({
      orders: page.list,
      nextCursor: page.nextCursor,
      problem: null,
    })),
    appendPage: assign(({ context }, page: OrderPage) => {
      const known = new Set(context.orders.map((order) => order.orderId))
      const fresh = page.list.filter((order) => !known.has(order.orderId))
      return { orders: [...context.orders, ...fresh], nextCursor: page.nextCursor, problem: null }
    }),
    keepProblem: assign({ problem: (_, problem: ApiFailure) => problem }),
  },
  guards: {
    hasMore: ({ context }) => context.nextCursor !== null,
  },
}).createMachine({
  id: 'orderList',
  context: ({ input }) => ({ ...input, orders: [], nextCursor: null, problem: null }),
  invoke: {
    id: 'hints',
    src: 'hints',
    onError: { description: 'Without hints the list stays as it was read.' },
  },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: ({ context }) => ({ view: context.view, cursor: null, atLeast: 0 }),
        onDone: { target: 'shown', actions: { type: 'replacePage', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
        },
      },
      on: {
        'orders.hint': {
          target: 'loading',
          reenter: true,
          description: 'An answer that is under way may be older than the change.',
        },
      },
    },
    failed: {
      description: '“Load failed, click to reload”.',
      on: { 'orders.retry': { target: 'loading' }, 'orders.hint': { target: 'loading' } },
    },
    shown: {
      initial: 'resting',
      on: {
        'orders.refresh': { target: '.refreshing', reenter: true },
        'orders.hint': { target: '.refreshing', reenter: true },
      },
      states: {
        resting: { on: { 'orders.more': { guard: 'hasMore', target: 'loadingMore' } } },
        refreshing: {
          tags: 'busy',
          description: 'Reads as many orders again as are shown: a list that was scrolled keeps its length.',
          invoke: {
            id: 'refreshPage',
            src: 'loadPage',
            input: ({ context }) => ({ view: context.view, cursor: null, atLeast: context.orders.length }),
            onDone: {
              target: 'resting',
              actions: { type: 'replacePage', params: ({ event }) => event.output },
            },
            onError: {
              target: 'refreshFailed',
              actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
            },
          },
        },
        refreshFailed: {
          description: '“Refresh failed”: what is shown is older.',
          on: { 'orders.more': { guard: 'hasMore', target: 'loadingMore' } },
        },
        loadingMore: {
          invoke: {
            id: 'loadMore',
            src: 'loadPage',
            input: ({ context }) => ({ view: context.view, cursor: context.nextCursor, atLeast: 0 }),
            onDone: {
              target: 'resting',
              actions: { type: 'appendPage', params: ({ event }) => event.output },
            },
            onError: {
              target: 'moreFailed',
              actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
            },
          },
        },
        moreFailed: { on: { 'orders.retry': { target: 'loadingMore' } } },
      },
    },
  },
})

export type OrderListActor = ActorRefFrom<typeof orderListMachine>
