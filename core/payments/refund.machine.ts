import { and, assign, setup } from 'xstate'
import { backoffDelayMs, checkDelayMs, isOverdue, maxRefundTries } from './retry-delays.ts'

/**
 * Facts that the guards read. Times in ms since 1970.
 * `tries` counts requests since the refund was queued or an operator retried it.
 * `attempt` counts refunds that the provider failed. Each attempt has its own key at the provider.
 * `dueTime` is when a job next works on it.
 */
export type RefundFacts = {
  now: number
  startTime: number
  tries: number
  attempt: number
  dueTime: number | null
}

/** Provider events carry their attempt, so that those of earlier attempts are ignored. */
export type RefundEvent =
  | { type: 'refund.ask' }
  | { type: 'provider.accepted'; attempt: number }
  | { type: 'provider.refunded'; attempt: number }
  | { type: 'provider.failed'; attempt: number }
  | { type: 'provider.tooLate'; attempt: number }
  | { type: 'provider.silent' }
  | { type: 'operator.retry' }
  | { type: 'operator.markDone' }

type GuardArgs = { context: RefundFacts; event: RefundEvent }

const isCurrent = ({ context, event }: GuardArgs) => 'attempt' in event && event.attempt === context.attempt
const canRetry = ({ context }: GuardArgs) => context.tries < maxRefundTries

/**
 * One refund. Its state, tries, attempt and due time are database columns, and the server changes them only through
 * `moveRefund`. Pure: no actors, no delays. A job sends timed events.
 */
export const refundMachine = setup({
  types: {
    context: {} as RefundFacts,
    input: {} as RefundFacts,
    events: {} as RefundEvent,
  },
  guards: {
    canRetry,
    isCurrent,
    isCurrentAndCanRetry: and([isCurrent, canRetry]),
    isOverdue: ({ context }) => isOverdue(context),
  },
  actions: {
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    pause: assign({ dueTime: ({ context }) => context.now + backoffDelayMs(context.tries) }),
    beginNextAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    checkLater: assign({ dueTime: ({ context }) => context.now + checkDelayMs(context) }),
    checkNow: assign({ dueTime: ({ context }) => context.now }),
    startOver: assign({ tries: 0, dueTime: ({ context }) => context.now }),
    stop: assign({ dueTime: null }),
  },
}).createMachine({
  id: 'refund',
  context: ({ input }) => input,
  initial: 'due',
  states: {
    due: {
      description: 'Waits for its due time to ask the provider.',
      on: {
        'refund.ask': { target: 'asking', actions: 'countTry' },
        'provider.accepted': { guard: 'isCurrent', target: 'requested', actions: 'checkLater' },
        'provider.refunded': { guard: 'isCurrent', target: 'done', actions: 'stop' },
        'provider.failed': { guard: 'isCurrent', target: 'due', actions: ['beginNextAttempt', 'pause'] },
        'operator.retry': { target: 'due', actions: 'startOver' },
        'operator.markDone': { target: 'doneByOperator', actions: 'stop' },
      },
    },
    asking: {
      description: 'A server is asking the provider. If that server dies, another one takes over.',
      on: {
        'refund.ask': { target: 'asking', actions: 'countTry' },
        'provider.accepted': { guard: 'isCurrent', target: 'requested', actions: 'checkLater' },
        'provider.refunded': { guard: 'isCurrent', target: 'done', actions: 'stop' },
        'provider.failed': [
          { guard: 'isCurrentAndCanRetry', target: 'due', actions: ['beginNextAttempt', 'pause'] },
          { guard: 'isCurrent', target: 'needsOperator', actions: ['beginNextAttempt', 'stop'] },
        ],
        'provider.tooLate': {
          guard: 'isCurrent',
          target: 'needsOperator',
          actions: 'stop',
          description: 'The provider takes no refund of such an old payment, so retries can’t help.',
        },
        'provider.silent': [
          { guard: 'canRetry', target: 'due', actions: 'pause' },
          { target: 'needsOperator', actions: 'stop' },
        ],
        'operator.markDone': { target: 'doneByOperator', actions: 'stop' },
      },
    },
    requested: {
      description: 'The provider is processing it. Polled, since webhooks can be lost.',
      on: {
        'provider.accepted': [
          { guard: 'isOverdue', target: 'needsOperator', actions: 'stop' },
          { guard: 'isCurrent', target: 'requested', actions: 'checkLater' },
        ],
        'provider.refunded': { guard: 'isCurrent', target: 'done', actions: 'stop' },
        'provider.failed': [
          { guard: 'isCurrentAndCanRetry', target: 'due', actions: ['beginNextAttempt', 'pause'] },
          { guard: 'isCurrent', target: 'needsOperator', actions: ['beginNextAttempt', 'stop'] },
        ],
        'provider.silent': [
          { guard: 'isOverdue', target: 'needsOperator', actions: 'stop' },
          { target: 'requested', actions: 'checkLater' },
        ],
        'operator.retry': { target: 'requested', actions: 'checkNow' },
        'operator.markDone': { target: 'doneByOperator', actions: 'stop' },
      },
    },
    needsOperator: {
      description:
        'Given up after 12 tries, too late for the provider, or not done within the promised 72 hours.',
      on: {
        'provider.refunded': { guard: 'isCurrent', target: 'done' },
        'provider.failed': { guard: 'isCurrent', target: 'needsOperator', actions: 'beginNextAttempt' },
        'operator.retry': { target: 'due', actions: 'startOver' },
        'operator.markDone': { target: 'doneByOperator' },
      },
    },
    done: {
      description: 'A bank can still return the money days later.',
      on: {
        'provider.failed': [
          { guard: 'isCurrentAndCanRetry', target: 'due', actions: ['beginNextAttempt', 'pause'] },
          { guard: 'isCurrent', target: 'needsOperator', actions: 'beginNextAttempt' },
        ],
      },
    },
    doneByOperator: { description: 'Marked by an operator. Later news from the provider is ignored.' },
  },
})
