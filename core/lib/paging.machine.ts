import { type ActorRef, type ActorRefFrom, assign, fromPromise, type Snapshot, sendTo, setup } from 'xstate'
import type { ApiFailure } from './failure.ts'
import { failureOfEvent } from './from-call.ts'
import { notProvided } from './not-provided.ts'
import { type ReadingInput, type ReadingUpdate, readingMachine } from './reading.machine.ts'

/** Consecutive pages without duplicates. `next` is the cursor of the next page; null at the end. */
export type Pages<Item = unknown> = { list: Item[]; next: string | null }

/** Events sent to the parent: new pages, or that reading started or stopped. */
export type PagingUpdate<Item> =
  | { type: 'pages.listed'; pages: Pages<Item> }
  | { type: 'pages.changed'; isReading: boolean }

/** `readAt` is ms since 1970. */
export type CachedPages<Item = unknown> = { pages: Pages<Item>; readAt: number }

export type PagingInput = Pick<ReadingInput, 'query'> & {
  listener: ActorRef<Snapshot<unknown>, PagingUpdate<never>>
  cachedPages: CachedPages | null
  /** Milliseconds since 1970. */
  now: () => number
}

export type PagingEvent =
  | ReadingUpdate<Pages>
  | { type: 'pages.refresh' }
  | { type: 'pages.more' }
  | { type: 'pages.retry' }

type PagingContext = PagingInput & {
  pages: Pages
  /** When the list was last read, in ms since 1970. */
  readAt: number | null
  /** Why the next page failed to load. */
  problem: ApiFailure | null
}

/** A paginated list that refreshes on hints. */
export const pagingMachine = setup({
  types: {
    input: {} as PagingInput,
    context: {} as PagingContext,
    events: {} as PagingEvent,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    loadMore: fromPromise<Pages, Pick<PagingContext, 'pages' | 'query'>>(notProvided('paging', 'loadMore')),
  },
  actions: {
    setPages: assign((_, { pages }: { pages: Pages }) => ({ pages, problem: null })),
    setReadAt: assign({ readAt: ({ context }) => context.now() }),
    setProblem: assign({ problem: ({ event }) => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
    retryReading: sendTo('reading', { type: 'reading.retry' }),
    extendReading: sendTo('reading', ({ context }) => ({
      type: 'reading.extend' as const,
      value: context.pages,
    })),
    notifyListener: sendTo(
      ({ context }) => context.listener,
      ({ context }): PagingUpdate<never> => ({ type: 'pages.listed', pages: context.pages as Pages<never> }),
    ),
    notifyOfChange: sendTo(
      ({ context }) => context.listener,
      (_, isReading: boolean): PagingUpdate<never> => ({ type: 'pages.changed', isReading }),
    ),
  },
  guards: {
    isReading: (_, isReading: boolean) => isReading,
    hasMore: ({ context }) => context.pages.next !== null,
  },
}).createMachine({
  id: 'paging',
  context: ({ input }) => ({
    ...input,
    pages: input.cachedPages?.pages ?? { list: [], next: null },
    readAt: input.cachedPages?.readAt ?? null,
    problem: null,
  }),
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ context: { cachedPages, query }, self }) => ({
      initialValue: cachedPages?.pages ?? null,
      isFresh: false,
      listener: self,
      query,
    }),
    onError: { description: 'The list keeps its last value.' },
  },
  initial: 'reading',
  on: {
    'reading.changed': [
      {
        description: 'A pending page may predate the change.',
        guard: { type: 'isReading', params: ({ event }) => event.isReading },
        target: '.reading',
        actions: ['clearProblem', { type: 'notifyOfChange', params: true }],
      },
      { target: '.idle', actions: { type: 'notifyOfChange', params: false } },
    ],
    'reading.done': {
      target: '.idle',
      actions: [
        { type: 'setPages', params: ({ event }) => ({ pages: event.value }) },
        'setReadAt',
        'notifyListener',
      ],
    },
    'reading.gone': { target: '.idle', actions: { type: 'notifyOfChange', params: false } },
    'pages.refresh': { actions: 'readAgain' },
    'pages.retry': { actions: 'retryReading' },
  },
  states: {
    reading: {
      tags: 'busy',
      description: 'Refetches as many items as are shown, so a scrolled list keeps its length.',
    },
    idle: { on: { 'pages.more': { guard: 'hasMore', target: 'loadingMore' } } },
    loadingMore: {
      invoke: {
        id: 'loadMore',
        src: 'loadMore',
        input: ({ context: { pages, query } }) => ({ pages, query }),
        onDone: {
          target: 'idle',
          actions: [
            { type: 'setPages', params: ({ event }) => ({ pages: event.output }) },
            'extendReading',
            'notifyListener',
          ],
        },
        onError: {
          target: 'moreFailed',
          actions: 'setProblem',
        },
      },
    },
    moreFailed: { on: { 'pages.retry': { target: 'loadingMore', actions: 'clearProblem' } } },
  },
})

export type PagingRef = ActorRefFrom<typeof pagingMachine>
