import { assign, not, or, setup, stateIn } from 'xstate'
import { backoffDelayMs } from './retry-delays.ts'

export type SessionRegions = {
  visit: 'reserved' | 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'cancelled'
  asking: 'idle' | 'checking' | 'ending' | 'givenUp'
}

/**
 * Facts that the guards read. Times in ms since 1970. `tries` counts unanswered requests since the last answer.
 * `dueTime` is when a job next asks the provider.
 */
export type SessionFacts = {
  now: number
  startTime: number
  expiresAt: number
  tries: number
  dueTime: number | null
}

export type SessionEvent =
  | { type: 'page.opened' }
  | { type: 'page.failed' }
  | { type: 'session.lapse' }
  | { type: 'session.cancel' }
  | { type: 'provider.open' }
  | { type: 'provider.processing' }
  | { type: 'provider.paid' }
  | { type: 'provider.mispaid' }
  | { type: 'provider.failed' }
  | { type: 'provider.expired' }
  | { type: 'provider.silent' }
  | { type: 'operator.retry' }

const hour = 3_600_000

/** Delay before the first status check, in ms. */
const firstCheckMs = 10_000

/** Unanswered requests in a row before an operator has to step in: about 10 h. */
const maxSilentTries = 24

/** Checks get rarer with age: after a quarter of the session's age, at most hourly, and at its end. */
function nextCheckTime({ now, startTime, expiresAt }: SessionFacts): number {
  const next = now + Math.min(Math.max((now - startTime) / 4, firstCheckMs), hour)
  return now < expiresAt && expiresAt < next ? expiresAt : next
}

/** Last check of an ended session, for banks that answer late. */
const lastCheckTime = ({ expiresAt }: SessionFacts): number => expiresAt + 3 * hour

/**
 * One session at the payment provider. Its two parallel states are database columns, and the server changes them only
 * through `moveSession`. Pure: no actors, no delays. A job sends timed events.
 */
export const paymentSessionMachine = setup({
  types: {
    context: {} as SessionFacts,
    input: {} as SessionFacts,
    events: {} as SessionEvent,
  },
  guards: {
    canRetry: ({ context }) => context.tries < maxSilentTries,
    hadPage: not(stateIn({ visit: 'reserved' })),
    isOpen: stateIn({ visit: 'open' }),
    isCancelled: stateIn({ visit: 'cancelled' }),
    isOver: not(or([stateIn({ visit: 'open' }), stateIn({ visit: 'processing' })])),
    isTimeUp: ({ context }) => context.now >= context.expiresAt,
    isLongOver: ({ context }) => context.now >= lastCheckTime(context),
  },
  actions: {
    checkSoon: assign({ dueTime: ({ context }) => context.now + firstCheckMs }),
    checkNow: assign({ dueTime: ({ context }) => context.now }),
    checkLater: assign({ tries: 0, dueTime: ({ context }) => nextCheckTime(context) }),
    checkAgain: assign({
      tries: ({ context }) => context.tries + 1,
      dueTime: ({ context }) => nextCheckTime(context),
    }),
    checkOnceMore: assign({ tries: 0, dueTime: ({ context }) => lastCheckTime(context) }),
    startOver: assign({ tries: 0, dueTime: ({ context }) => context.now }),
    endAgain: assign({
      tries: ({ context }) => context.tries + 1,
      dueTime: ({ context }) => context.now + backoffDelayMs(context.tries + 1),
    }),
    stop: assign({ tries: 0, dueTime: null }),
    giveUp: assign({ dueTime: null }),
  },
}).createMachine({
  id: 'paymentSession',
  context: ({ input }) => input,
  type: 'parallel',
  states: {
    visit: {
      initial: 'reserved',
      states: {
        reserved: {
          description: 'The provider hasn’t returned a page yet.',
          on: {
            'page.opened': { target: 'open' },
            'page.failed': { target: 'expired' },
            'session.cancel': { target: 'cancelled' },
          },
        },
        open: {
          description: 'The traveller can pay on the page.',
          on: {
            'provider.processing': { target: 'processing' },
            'provider.paid': { target: 'paid' },
            'provider.failed': { target: 'failed' },
            'provider.expired': { target: 'expired' },
            'session.lapse': { guard: 'isTimeUp', target: 'expired' },
            'session.cancel': { target: 'cancelled' },
          },
        },
        processing: {
          description: 'The provider has the card, and the bank hasn’t answered. It can’t be canceled.',
          on: {
            'provider.paid': { target: 'paid' },
            'provider.failed': { target: 'failed' },
            'provider.expired': { target: 'expired' },
            'session.lapse': { guard: 'isTimeUp', target: 'expired' },
          },
        },
        paid: { description: 'Paid. If the order no longer needs the money, it is refunded.' },
        failed: { on: { 'provider.paid': { target: 'paid' } } },
        expired: { on: { 'provider.paid': { target: 'paid' } } },
        cancelled: {
          description: 'Nothing is due, since the order is canceled or closed.',
          on: { 'provider.paid': { target: 'paid' } },
        },
      },
    },
    asking: {
      initial: 'idle',
      states: {
        idle: {
          description: 'No requests to the provider.',
          on: {
            'page.opened': { target: 'checking', actions: 'checkSoon' },
            'provider.mispaid': {
              guard: 'hadPage',
              target: 'givenUp',
              description: 'A different amount was taken. Jobs stop polling.',
            },
          },
        },
        checking: {
          description:
            'Polls the provider, since webhooks can be lost. Continues after the end, since a late payment is possible.',
          on: {
            'provider.mispaid': { guard: 'isOver', target: 'givenUp', actions: 'giveUp' },
            'provider.open': { target: 'checking', actions: 'checkLater' },
            'provider.processing': { target: 'checking', actions: 'checkLater' },
            'provider.paid': { target: 'idle', actions: 'stop' },
            'provider.failed': [
              { guard: 'isLongOver', target: 'idle', actions: 'stop' },
              { target: 'checking', actions: 'checkOnceMore' },
            ],
            'provider.expired': [
              { guard: 'isLongOver', target: 'idle', actions: 'stop' },
              { target: 'checking', actions: 'checkOnceMore' },
            ],
            'provider.silent': [
              { guard: 'canRetry', target: 'checking', actions: 'checkAgain' },
              { target: 'givenUp', actions: 'giveUp' },
            ],
            'session.lapse': {
              guard: 'isTimeUp',
              target: 'checking',
              actions: 'checkNow',
              description: 'Polls once more, since a late payment still counts.',
            },
            'session.cancel': { guard: 'isOpen', target: 'ending', actions: 'checkNow' },
            'operator.retry': { target: 'checking', actions: 'startOver' },
          },
        },
        ending: {
          description: 'Closes the page at the provider, so that it takes no payment.',
          on: {
            'provider.mispaid': { target: 'givenUp', actions: 'giveUp' },
            'provider.open': [
              { guard: 'canRetry', target: 'ending', actions: 'endAgain' },
              { target: 'givenUp', actions: 'giveUp' },
            ],
            'provider.processing': [
              { guard: 'canRetry', target: 'ending', actions: 'endAgain' },
              { target: 'givenUp', actions: 'giveUp' },
            ],
            'provider.paid': { target: 'idle', actions: 'stop' },
            'provider.failed': { target: 'idle', actions: 'stop' },
            'provider.expired': { target: 'idle', actions: 'stop' },
            'provider.silent': [
              { guard: 'canRetry', target: 'ending', actions: 'endAgain' },
              { target: 'givenUp', actions: 'giveUp' },
            ],
            'operator.retry': { target: 'ending', actions: 'startOver' },
          },
        },
        givenUp: {
          description:
            'The provider failed to answer 24 times in a row or took a different amount. An operator has to check.',
          on: {
            'provider.paid': { target: 'idle', actions: 'stop' },
            'provider.failed': [
              { guard: 'isLongOver', target: 'idle', actions: 'stop' },
              { target: 'checking', actions: 'checkOnceMore' },
            ],
            'provider.expired': [
              { guard: 'isLongOver', target: 'idle', actions: 'stop' },
              { target: 'checking', actions: 'checkOnceMore' },
            ],
            'session.cancel': { guard: 'isOpen', target: 'ending', actions: 'startOver' },
            'operator.retry': [
              { guard: 'isCancelled', target: 'ending', actions: 'startOver' },
              { target: 'checking', actions: 'startOver' },
            ],
          },
        },
      },
    },
  },
})
