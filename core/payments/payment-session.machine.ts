import { assign, not, or, setup, stateIn } from 'xstate'
import { pauseAfter } from './retry-pauses.ts'

/** States of the machine's two regions. */
export type SessionRegions = {
  visit: 'reserved' | 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'cancelled'
  asking: 'idle' | 'checking' | 'ending' | 'givenUp'
}

/**
 * What the guards of a visit to a provider's page read. Times in milliseconds since 1970. `tries` counts the questions
 * without an answer since the last one; `dueTime` is when a job asks the provider next.
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

/** Milliseconds after which the provider is first asked when no news came. */
const firstCheck = 10_000

/** How often in a row a provider may say nothing before an operator has to look: about 10 h. */
const sessionTries = 24

/** When a page is checked next: the more rarely, the older it is, every quarter of its age, and at its end. */
function nextCheck({ now, startTime, expiresAt }: SessionFacts): number {
  const next = now + Math.min(Math.max((now - startTime) / 4, firstCheck), hour)
  return now < expiresAt && expiresAt < next ? expiresAt : next
}

/** When the page of a visit that is over is checked for the last time: what a bank says so late is said by then. */
const lastCheck = ({ expiresAt }: SessionFacts): number => expiresAt + 3 * hour

/**
 * One visit to a provider's page. Its two parallel states are columns of the database; the server changes them only through
 * `moveSession`. Pure: no actors, no delays; a job brings the events that time brings.
 */
export const paymentSessionMachine = setup({
  types: {
    context: {} as SessionFacts,
    input: {} as SessionFacts,
    events: {} as SessionEvent,
  },
  guards: {
    canAskAgain: ({ context }) => context.tries < sessionTries,
    hadPage: not(stateIn({ visit: 'reserved' })),
    isOpen: stateIn({ visit: 'open' }),
    isCancelled: stateIn({ visit: 'cancelled' }),
    isOver: not(or([stateIn({ visit: 'open' }), stateIn({ visit: 'processing' })])),
    isTimeUp: ({ context }) => context.now >= context.expiresAt,
    isLongOver: ({ context }) => context.now >= lastCheck(context),
  },
  actions: {
    checkSoon: assign({ dueTime: ({ context }) => context.now + firstCheck }),
    checkNow: assign({ dueTime: ({ context }) => context.now }),
    checkLater: assign({ tries: 0, dueTime: ({ context }) => nextCheck(context) }),
    checkAgain: assign({
      tries: ({ context }) => context.tries + 1,
      dueTime: ({ context }) => nextCheck(context),
    }),
    checkOnceMore: assign({ tries: 0, dueTime: ({ context }) => lastCheck(context) }),
    startOver: assign({ tries: 0, dueTime: ({ context }) => context.now }),
    endAgain: assign({
      tries: ({ context }) => context.tries + 1,
      dueTime: ({ context }) => context.now + pauseAfter(context.tries + 1),
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
          description: 'The provider was not asked yet, or has not answered: nobody has its page.',
          on: {
            'page.opened': { target: 'open' },
            'page.failed': { target: 'expired' },
            'session.cancel': { target: 'cancelled' },
          },
        },
        open: {
          description: 'The traveller may pay on the page.',
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
          description: 'The provider has the card; the bank has not answered. It cannot be called back.',
          on: {
            'provider.paid': { target: 'paid' },
            'provider.failed': { target: 'failed' },
            'provider.expired': { target: 'expired' },
            'session.lapse': { guard: 'isTimeUp', target: 'expired' },
          },
        },
        paid: { description: 'The money pays the order, or goes back when the order has no use for it.' },
        failed: { on: { 'provider.paid': { target: 'paid' } } },
        expired: { on: { 'provider.paid': { target: 'paid' } } },
        cancelled: {
          description: 'Nothing is due any more: the order is cancelled or closed.',
          on: { 'provider.paid': { target: 'paid' } },
        },
      },
    },
    asking: {
      initial: 'idle',
      states: {
        idle: {
          description: 'Nothing to ask the provider.',
          on: {
            'page.opened': { target: 'checking', actions: 'checkSoon' },
            'provider.mispaid': {
              guard: 'hadPage',
              target: 'givenUp',
              description: 'Another amount than the page asked for was taken, and no job asks any more.',
            },
          },
        },
        checking: {
          description:
            'The provider is asked how the visit goes, for news may be lost: of an end too, after which a bank may pay, or another card.',
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
              { guard: 'canAskAgain', target: 'checking', actions: 'checkAgain' },
              { target: 'givenUp', actions: 'giveUp' },
            ],
            'session.lapse': {
              guard: 'isTimeUp',
              target: 'checking',
              actions: 'checkNow',
              description: 'Asked once more: a payment after all still counts.',
            },
            'session.cancel': { guard: 'isOpen', target: 'ending', actions: 'checkNow' },
            'operator.retry': { target: 'checking', actions: 'startOver' },
          },
        },
        ending: {
          description: 'The page is closed at the provider, so that nobody pays on it.',
          on: {
            'provider.mispaid': { target: 'givenUp', actions: 'giveUp' },
            'provider.open': [
              { guard: 'canAskAgain', target: 'ending', actions: 'endAgain' },
              { target: 'givenUp', actions: 'giveUp' },
            ],
            'provider.processing': [
              { guard: 'canAskAgain', target: 'ending', actions: 'endAgain' },
              { target: 'givenUp', actions: 'giveUp' },
            ],
            'provider.paid': { target: 'idle', actions: 'stop' },
            'provider.failed': { target: 'idle', actions: 'stop' },
            'provider.expired': { target: 'idle', actions: 'stop' },
            'provider.silent': [
              { guard: 'canAskAgain', target: 'ending', actions: 'endAgain' },
              { target: 'givenUp', actions: 'giveUp' },
            ],
            'operator.retry': { target: 'ending', actions: 'startOver' },
          },
        },
        givenUp: {
          description:
            'The provider said nothing 24 times in a row, or took another amount: an operator has to look.',
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
