import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { OperatorOrder } from '../contract/operator.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import type { ScreenMeta } from '../lib/screen.ts'

export type OrderSearchContext = {
  text: string
  /** Null until found. */
  orders: readonly OperatorOrder[] | null
  problem: ApiFailure | null
}

export type OrderSearchEvent =
  | { type: 'text.change'; text: string }
  /** A scanned tag, which is searched at once. */
  | { type: 'tag.scan'; text: string }
  | { type: 'search.start' }
  | { type: 'search.clear' }

export type FindOrdersInput = { text: string }

/** Finds orders by number, tag, room, recipient or phone number. Never while typing, because searches are logged. */
export const orderSearchMachine = setup({
  types: {
    context: {} as OrderSearchContext,
    events: {} as OrderSearchEvent,
    meta: {} as ScreenMeta<OrderSearchEvent>,
    tags: {} as 'busy',
  },
  actors: {
    findOrders: fromPromise<readonly OperatorOrder[], FindOrdersInput>(
      notProvided('orderSearch', 'findOrders'),
    ),
  },
  actions: {
    setText: assign({ text: (_, text: string) => text }),
    setOrders: assign({ orders: (_, orders: readonly OperatorOrder[]) => orders }),
    clearResult: assign({ orders: null, problem: null }),
    clear: assign({ text: '', orders: null, problem: null }),
    setProblem: assign({ problem: ({ event }): ApiFailure => failureOfEvent(event) }),
  },
  guards: {
    hasText: ({ context }) => context.text.trim() !== '',
  },
}).createMachine({
  id: 'orderSearch',
  meta: { page: '/crew', title: 'crewHome.title' },
  context: { text: '', orders: null, problem: null },
  initial: 'idle',
  on: {
    'text.change': {
      target: '.idle',
      actions: [{ type: 'setText', params: ({ event }) => event.text }, 'clearResult'],
    },
    'tag.scan': {
      target: '.finding',
      actions: [{ type: 'setText', params: ({ event }) => event.text }, 'clearResult'],
      reenter: true,
    },
    'search.start': { guard: 'hasText', target: '.finding', actions: 'clearResult' },
    'search.clear': { target: '.idle', actions: 'clear' },
  },
  states: {
    idle: { description: 'The page lists its orders.' },
    finding: {
      tags: 'busy',
      invoke: {
        id: 'findOrders',
        src: 'findOrders',
        input: ({ context: { text } }) => ({ text }),
        onDone: { target: 'found', actions: { type: 'setOrders', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: 'setProblem' },
      },
    },
    found: { description: 'At most ten orders, maybe none.' },
    failed: { description: 'The text stays, to be searched again.' },
  },
})

export type OrderSearchActor = ActorRefFrom<typeof orderSearchMachine>
