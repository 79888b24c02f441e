import { type ActorRefFrom, assign, fromCallback, fromPromise, setup } from 'xstate'
import { type ApiFailure, isNotThere } from '../api/failure.ts'
import type { Result } from '../result.ts'

export type ResourceResult = Result<unknown, ApiFailure>

export type ResourceEvent =
  | { type: 'resource.retry' }
  /** The device is online again, or the traveller has returned to the page. */
  | { type: 'resource.hint' }

type ResourceContext = {
  /** What was read last; null until then. */
  value: unknown
  problem: ApiFailure | null
}

const failureOf = (result: ResourceResult): { problem: ApiFailure } => ({
  problem: result.ok ? { kind: 'unexpected', cause: null } : result.error,
})
const unexpected = (cause: unknown): { problem: ApiFailure } => ({ problem: { kind: 'unexpected', cause } })

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
    read: fromPromise<ResourceResult>(() => {
      throw new Error("resource: provide 'read'")
    }),
  },
  actions: {
    keepValue: assign((_, params: { result: ResourceResult }) =>
      params.result.ok ? { value: params.result.value, problem: null } : {},
    ),
    keepProblem: assign((_, params: { problem: ApiFailure }) => ({ problem: params.problem })),
  },
  guards: {
    succeeded: (_, result: ResourceResult) => result.ok,
    isGone: (_, result: ResourceResult) => !result.ok && isNotThere(result.error),
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
        onDone: [
          {
            guard: { type: 'succeeded', params: ({ event }) => event.output },
            target: 'ready',
            actions: { type: 'keepValue', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: { type: 'isGone', params: ({ event }) => event.output },
            target: 'notThere',
            actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.output) },
          },
          {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => unexpected(event.error) },
        },
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
            onDone: [
              {
                guard: { type: 'succeeded', params: ({ event }) => event.output },
                target: 'resting',
                actions: { type: 'keepValue', params: ({ event }) => ({ result: event.output }) },
              },
              {
                guard: { type: 'isGone', params: ({ event }) => event.output },
                target: '#resource.notThere',
                actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.output) },
              },
              {
                target: 'refreshFailed',
                actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.output) },
              },
            ],
            onError: {
              target: 'refreshFailed',
              actions: { type: 'keepProblem', params: ({ event }) => unexpected(event.error) },
            },
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
