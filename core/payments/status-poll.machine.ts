import { type ActorRef, assign, fromPromise, type Snapshot, sendTo, setup } from 'xstate'
import type { SessionStatus } from '../contract/payment.ts'
import { ApiFailureError, failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'

/** A session's status, or why it couldn't be fetched. */
export type StatusUpdate =
  | { type: 'status.answered'; status: SessionStatus }
  | { type: 'status.unanswered'; error: ApiFailureError }

export type StatusPollInput = {
  sessionId: string
  /** `steady` polls repeatedly; `onHint` fetches only on a hint. */
  pace: 'steady' | 'onHint'
  listener: ActorRef<Snapshot<unknown>, StatusUpdate>
}

type StatusPollEvent = { type: 'poll.hint' }

/** Pauses between polls, in seconds; the last one repeats (contract). */
const pollSeconds = [1, 1, 2, 3, 5]

/** Polls a session's status until stopped. */
export const statusPollMachine = setup({
  types: {
    input: {} as StatusPollInput,
    context: {} as StatusPollInput & { pollCount: number },
    events: {} as StatusPollEvent,
  },
  actors: {
    fetchStatus: fromPromise<SessionStatus, { sessionId: string }>(notProvided('statusPoll', 'fetchStatus')),
  },
  actions: {
    countPoll: assign({ pollCount: ({ context }) => context.pollCount + 1 }),
    reportStatus: sendTo(
      ({ context }) => context.listener,
      (_, status: SessionStatus) => ({ type: 'status.answered' as const, status }),
    ),
    reportFailure: sendTo(
      ({ context }) => context.listener,
      ({ event }) => ({
        type: 'status.unanswered' as const,
        error: new ApiFailureError(failureOfEvent(event)),
      }),
    ),
  },
  guards: {
    isSteady: ({ context }) => context.pace === 'steady',
    isOnHint: ({ context }) => context.pace === 'onHint',
  },
  delays: { pollDelay: ({ context }) => (pollSeconds[context.pollCount - 1] ?? 5) * 1_000 },
}).createMachine({
  id: 'statusPoll',
  context: ({ input }) => ({ ...input, pollCount: 0 }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isSteady', target: 'asking' }, { target: 'waiting' }] },
    asking: {
      invoke: {
        id: 'fetchStatus',
        src: 'fetchStatus',
        input: ({ context }) => ({ sessionId: context.sessionId }),
        onDone: {
          target: 'waiting',
          actions: ['countPoll', { type: 'reportStatus', params: ({ event }) => event.output }],
        },
        onError: { target: 'waiting', actions: ['countPoll', 'reportFailure'] },
      },
      on: {
        'poll.hint': {
          guard: 'isOnHint',
          target: 'asking',
          reenter: true,
          description:
            'A pending answer may predate the change. In steady polling the next request follows soon.',
        },
      },
    },
    waiting: {
      on: { 'poll.hint': { target: 'asking' } },
      after: { pollDelay: { guard: 'isSteady', target: 'asking' } },
    },
  },
})
