import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { notProvided } from '../lib/not-provided.ts'

export type NotificationEvent =
  | { type: 'account.signedIn' }
  | { type: 'account.signedOut' }
  /** Also to be counted again whatever happened; `isNews` when one has come or was read just now. */
  | { type: 'unread.changed'; isNews?: true }

/**
 * How many notifications are unread, as the badge counts them, and whether one came while the app is open: a popup may be
 * of a type that the badge does not count. A failed count keeps the last one.
 */
export const notificationMachine = setup({
  types: {
    context: {} as { unread: number; hasNews: boolean },
    events: {} as NotificationEvent,
  },
  actors: {
    countUnread: fromPromise<number>(notProvided('notification', 'countUnread')),
  },
  actions: {
    keepUnread: assign({ unread: (_, unread: number) => unread }),
    noteNews: assign({ hasNews: ({ context, event }) => context.hasNews || 'isNews' in event }),
    forgetUnread: assign({ unread: 0, hasNews: false }),
  },
  delays: { lineDelay: 3_000 },
}).createMachine({
  id: 'notification',
  context: { unread: 0, hasNews: false },
  initial: 'signedOut',
  on: {
    'account.signedIn': { target: '.awaitingLine', actions: 'forgetUnread' },
    'account.signedOut': { target: '.signedOut', actions: 'forgetUnread' },
  },
  states: {
    signedOut: {},
    awaitingLine: {
      description: 'The live line opens soon and asks for a count: one for both.',
      on: { 'unread.changed': { target: 'counting' } },
      after: { lineDelay: { target: 'counting' } },
    },
    counting: {
      entry: 'noteNews',
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
