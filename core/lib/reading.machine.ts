import {
  type ActorRef,
  type ActorRefFrom,
  assertEvent,
  assign,
  fromCallback,
  fromPromise,
  type Snapshot,
  sendTo,
  setup,
} from 'xstate'
import { type ApiFailure, isNotFound } from './failure.ts'
import { failureOfEvent } from './from-call.ts'
import { notProvided } from './not-provided.ts'

/** Events sent to the parent: a value, that the resource doesn't exist, or another state change. */
export type ReadingUpdate<Value> =
  | { type: 'reading.done'; value: Value }
  | { type: 'reading.gone' }
  | { type: 'reading.changed'; isReading: boolean }

export type ReadingInput = {
  initialValue: unknown
  /** Whether `kept` needs no refetch before the next hint. */
  isFresh: boolean
  listener: ActorRef<Snapshot<unknown>, ReadingUpdate<never>>
  /** Parameter passed to `read`, for pages that read different things. */
  query?: unknown
}

export type ReadingEvent =
  | { type: 'reading.retry' }
  /** Refetch: the data may have changed, the device is online again, or the traveller returned to the page. */
  | { type: 'reading.hint' }
  /** Replaces the value that the next `read` gets, such as after loading another page. */
  | { type: 'reading.extend'; value: unknown }

type ReadingContext = ReadingInput & {
  value: unknown
  problem: ApiFailure | null
}

/** A resource that a page reads from the server and keeps fresh. */
export const readingMachine = setup({
  types: {
    input: {} as ReadingInput,
    context: {} as ReadingContext,
    events: {} as ReadingEvent,
    tags: {} as 'busy',
  },
  actors: {
    hints: fromCallback<ReadingEvent>(notProvided('reading', 'hints')),
    read: fromPromise<unknown, Pick<ReadingContext, 'value' | 'query'>>(notProvided('reading', 'read')),
  },
  actions: {
    setValue: assign((_, { value }: { value: unknown }) => ({ value, problem: null })),
    extendValue: assign(({ event }) => {
      assertEvent(event, 'reading.extend')
      return { value: event.value }
    }),
    dropValue: assign({ value: null }),
    setProblem: assign({ problem: ({ event }) => failureOfEvent(event) }),
    notifyListener: sendTo(
      ({ context }) => context.listener,
      (_, update: ReadingUpdate<never>) => update,
    ),
  },
  guards: {
    isFresh: ({ context }) => context.isFresh,
    hasValue: ({ context }) => context.value !== null,
    isNotFound: ({ event }) => isNotFound(failureOfEvent(event)),
  },
}).createMachine({
  id: 'reading',
  context: ({ input }) => ({ ...input, value: input.initialValue, problem: null }),
  invoke: {
    id: 'hints',
    src: 'hints',
    onError: { description: 'Without hints the page keeps the last value.' },
  },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Skips the read if the value is still fresh.',
      always: [{ guard: 'isFresh', target: 'fresh' }, { target: 'reading' }],
    },
    reading: {
      description: 'Shows the previous value, if any, while reading.',
      tags: 'busy',
      entry: { type: 'notifyListener', params: { type: 'reading.changed', isReading: true } },
      invoke: {
        id: 'read',
        src: 'read',
        input: ({ context: { value, query } }) => ({ value, query }),
        onDone: {
          target: 'fresh',
          actions: [
            { type: 'setValue', params: ({ event }) => ({ value: event.output }) },
            {
              type: 'notifyListener',
              params: ({ event }) => ({ type: 'reading.done', value: event.output as never }),
            },
          ],
        },
        onError: [
          {
            guard: 'isNotFound',
            target: 'notThere',
            actions: ['dropValue', 'setProblem'],
          },
          {
            guard: 'hasValue',
            target: 'stale',
            actions: 'setProblem',
          },
          {
            target: 'failed',
            actions: 'setProblem',
          },
        ],
      },
      on: {
        'reading.hint': {
          target: 'reading',
          reenter: true,
          description: 'The pending answer may predate the change.',
        },
      },
    },
    fresh: {
      on: { 'reading.hint': { target: 'reading' }, 'reading.extend': { actions: 'extendValue' } },
    },
    stale: {
      description: 'The last read failed. The page shows the previous value.',
      entry: { type: 'notifyListener', params: { type: 'reading.changed', isReading: false } },
      on: {
        'reading.retry': { target: 'reading' },
        'reading.hint': { target: 'reading' },
        'reading.extend': { actions: 'extendValue' },
      },
    },
    failed: {
      description: 'Shows “Load failed, click to reload”. Retries when the device is back online.',
      entry: { type: 'notifyListener', params: { type: 'reading.changed', isReading: false } },
      on: { 'reading.retry': { target: 'reading' }, 'reading.hint': { target: 'reading' } },
    },
    notThere: {
      description: 'Unknown to the server, or owned by another account: a retry can’t help.',
      entry: { type: 'notifyListener', params: { type: 'reading.gone' } },
    },
  },
})

export type ReadingRef = ActorRefFrom<typeof readingMachine>
