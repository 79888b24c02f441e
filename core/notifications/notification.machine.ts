import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { notProvided } from '../lib/not-provided.ts'

export type NotificationEvent =
  | { type: 'account.signedIn' }
  | { type: 'account.signedOut' }
  /** Recounts. `fromHint` if one has just arrived or been read. */
  | { type: 'unread.changed'; fromHint?: true }

/**
 * Unread count for the badge, and whether a notification arrived while the app is open: popups include types that the
 * badge ignores. A failed count keeps the previous number, which may be outdated.
 */
export const notificationMachine = setup({
  types: {
    context: {} as { unread: number; hasHint: boolean },
    events: {} as NotificationEvent,
  },
  actors: {
    countUnread: fromPromise<number>(notProvided('notification', 'countUnread')),
  },
  actions: {
    setUnread: assign({ unread: (_, unread: number) => unread }),
    setHasHint: assign({ hasHint: ({ context, event }) => context.hasHint || 'fromHint' in event }),
    forgetUnread: assign({ unread: 0, hasHint: false }),
  },
  delays: { lineDelay: 3_000 },
}).createMachine({
  id: 'notification',
  context: { unread: 0, hasHint: false },
  initial: 'signedOut',
  on: {
    'account.signedIn': { target: '.awaitingLine', actions: 'forgetUnread' },
    'account.signedOut': { target: '.signedOut', actions: 'forgetUnread' },
  },
  states: {
    signedOut: {},
    awaitingLine: {
      description: 'The live connection opens soon and triggers the first count.',
      on: { 'unread.changed': { target: 'counting' } },
      after: { lineDelay: { target: 'counting' } },
    },
    counting: {
      entry: 'setHasHint',
      invoke: {
        id: 'countUnread',
        src: 'countUnread',
        onDone: { target: 'counted', actions: { type: 'setUnread', params: ({ event }) => event.output } },
        onError: { target: 'outdated' },
      },
      on: {
        'unread.changed': {
          target: 'counting',
          reenter: true,
          description: 'The pending answer may predate the change.',
        },
      },
    },
    counted: { on: { 'unread.changed': { target: 'counting' } } },
    outdated: { on: { 'unread.changed': { target: 'counting' } } },
  },
})

export type NotificationActor = ActorRefFrom<typeof notificationMachine>
