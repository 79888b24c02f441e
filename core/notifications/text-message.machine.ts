import { assign, setup } from 'xstate'

/** Facts that the guards read. Times in ms since 1970. `dueTime` is when a job next sends the message. */
export type TextMessageFacts = { now: number; tries: number; dueTime: number | null }

export type TextMessageEvent =
  | { type: 'message.send' }
  | { type: 'message.skip' }
  | { type: 'message.restore' }
  | { type: 'gateway.sent' }
  | { type: 'gateway.failed'; retryAfterMs?: number | null }
  | { type: 'gateway.refused' }
  | { type: 'gateway.delivered' }
  | { type: 'gateway.undelivered' }
  | { type: 'operator.retry' }

/** Minimum pauses after each failure, in ms. Short, since a message that is hours late is useless. */
const retryDelaysMs = [10_000, 60_000, 300_000, 1_800_000]

/**
 * One text message about an order, or one receipt or push message. Its state, tries and due time are database columns, and the server changes them only
 * through `moveTextMessage`. Pure: no actors, no delays. A job sends timed events.
 */
export const textMessageMachine = setup({
  types: {
    context: {} as TextMessageFacts,
    input: {} as TextMessageFacts,
    events: {} as TextMessageEvent,
  },
  guards: {
    canTryAgain: ({ context }) => context.tries <= retryDelaysMs.length,
  },
  actions: {
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    pause: assign({
      dueTime: ({ context, event }) => {
        const requestedMs = (event.type === 'gateway.failed' && event.retryAfterMs) || 0
        return context.now + Math.max(retryDelaysMs[context.tries - 1] ?? 0, requestedMs)
      },
    }),
    startOver: assign({ tries: 0, dueTime: ({ context }) => context.now }),
    stop: assign({ dueTime: null }),
  },
}).createMachine({
  id: 'textMessage',
  context: ({ input }) => input,
  initial: 'due',
  states: {
    due: {
      description: 'Waits for its due time.',
      on: {
        'message.send': { target: 'sending', actions: 'countTry' },
        'message.skip': { target: 'skipped', actions: 'stop' },
        'operator.retry': { target: 'due', actions: 'startOver' },
      },
    },
    sending: {
      description: 'A server sends it to the gateway. If that server dies, another one takes over.',
      on: {
        'message.send': { target: 'sending', actions: 'countTry' },
        'message.skip': { target: 'skipped', actions: 'stop' },
        'gateway.sent': { target: 'sent', actions: 'stop' },
        'gateway.failed': [
          { guard: 'canTryAgain', target: 'due', actions: 'pause' },
          { target: 'givenUp', actions: 'stop' },
        ],
        'gateway.refused': { target: 'givenUp', actions: 'stop' },
      },
    },
    sent: {
      description: 'The gateway has it. Not every gateway reports the delivery.',
      on: { 'gateway.delivered': 'delivered', 'gateway.undelivered': 'undelivered' },
    },
    delivered: {},
    skipped: {
      description:
        'Not needed any more: a text message whose news a push message has shown, or a push message whose news is read or outdated. Also a mail about news that a text message brings.',
      on: { 'message.restore': { target: 'due', actions: 'startOver' } },
    },
    undelivered: {
      description: 'The network couldn’t deliver it, such as to a number that isn’t in use.',
      on: { 'operator.retry': { target: 'due', actions: 'startOver' } },
    },
    givenUp: {
      description: 'Given up after 5 tries in 36 minutes, or refused for good.',
      on: { 'operator.retry': { target: 'due', actions: 'startOver' } },
    },
  },
})
