import { type ActorRefFrom, assign, fromCallback, fromPromise, setup } from 'xstate'
import { failureOf } from '../api/asking.ts'
import { type ApiFailure, isNotThere } from '../api/failure.ts'

export type ResourceEvent =
  | { type: 'resource.retry' }
  /** The device is online again, or the traveller has returned to the page. */
  | { type: 'resource.hint' }

type ResourceContext = {
  /** What was read last; null until then. */
  value: unknown
  problem: ApiFailure | null
}

/** One thing that a page reads from the server and shows: a place, a plan, a number to call. */
export const resourceMachine = setup({
  types: {
    context: {} as ResourceContext,
    events: {} as ResourceEvent,
    tags: {} as 'busy',
  },
  actors: {
    hints: fromCallback<ResourceEvent>(() => {
      throw new Error("resource: provide 'hints'")
    }),
    read: fromPromise<unknown>(() => {
      throw new Error("resource: provide 'read'")
    }),
  },
  actions: {
    keepValue: assign((_, { value }: { value: unknown }) => ({ value, problem: null })),
    keepProblem: assign({ problem: (_, problem: ApiFailure) => problem }),
  },
  guards: {
    isGone: (_, failure: ApiFailure) => isNotThere(failure),
  },
}).createMachine({
  id: 'resource',
  context: { value: null, problem: null },
  invoke: {
    id: 'hints',
    src: 'hints',
    onError: { description: 'Without hints the page stays as it was read.' },
  },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'firstRead',
        src: 'read',
        onDone: {
          target: 'ready',
          actions: { type: 'keepValue', params: ({ event }) => ({ value: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isGone', params: ({ event }) => failureOf(event.error) },
            target: 'notThere',
            actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
          },
          {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
          },
        ],
      },
    },
    failed: {
      description: '“Load failed, click to reload”. Once the device is online again it is read by itself.',
      on: { 'resource.retry': { target: 'loading' }, 'resource.hint': { target: 'loading' } },
    },
    notThere: { description: 'The server knows no such thing: asking again cannot help.' },
    ready: {
      initial: 'resting',
      states: {
        resting: { on: { 'resource.hint': { target: 'refreshing' } } },
        refreshing: {
          tags: 'busy',
          invoke: {
            id: 'nextRead',
            src: 'read',
            onDone: {
              target: 'resting',
              actions: { type: 'keepValue', params: ({ event }) => ({ value: event.output }) },
            },
            onError: [
              {
                guard: { type: 'isGone', params: ({ event }) => failureOf(event.error) },
                target: '#resource.notThere',
                actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
              },
              {
                target: 'refreshFailed',
                actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
              },
            ],
          },
        },
        refreshFailed: {
          description: '“Refresh failed”: what is shown is older.',
          on: { 'resource.retry': { target: 'refreshing' }, 'resource.hint': { target: 'refreshing' } },
        },
      },
    },
  },
})

export type ResourceRef = ActorRefFrom<typeof resourceMachine>
