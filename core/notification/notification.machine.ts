import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { notProvided } from '../not-provided.ts'

export type NotificationEvent =
  | { type: 'account.appeared' }
  | { type: 'account.gone' }
  | { type: 'unread.changed' }

/** How many notifications are unread. A failed count keeps the last one. */
export const notificationMachine = setup({
  types: {
    context: {} as { unread: number },
    events: {} as NotificationEvent,
  },
  actors: {
    countUnread: fromPromise<number>(notProvided('notification', 'countUnread')),
  },
  actions: {
    keepUnread: assign({ unread: (_, unread: number) => unread }),
    forgetUnread: assign({ unread: 0 }),
  },
  delays: { lineDelay: 3_000 },
}).createMachine({
  id: 'notification',
  context: { unread: 0 },
  initial: 'signedOut',
  on: {
    'account.appeared': { target: '.awaitingLine', actions: 'forgetUnread' },
    'account.gone': { target: '.signedOut', actions: 'forgetUnread' },
  },
  states: {
    signedOut: {},
    awaitingLine: {
      description: 'The live line opens soon and asks for a count: one for both.',
      on: { 'unread.changed': { target: 'counting' } },
      after: { lineDelay: { target: 'counting' } },
    },
    counting: {
      invoke: {
        id: 'countUnread',
        src: 'countUnread',
        onDone: { target: 'counted', actions: { type: 'keepUnread', params: ({ event }) => event.output } },
        onError: { target: 'counted' },
      },
      on: {
        'unread.changed': {
          target: 'counting',
          reenter: true,
          description: 'An answer that is under way may be older than the change.',
        },
      },
    },
    counted: { on: { 'unread.changed': { target: 'counting' } } },
  },
})

export type NotificationActor = ActorRefFrom<typeof notificationMachine>
