import { type ActorRefFrom, assign, emit, fromCallback, fromPromise, setup } from 'xstate'
import type { Account } from '../contract/user.ts'
import { notProvided } from '../lib/not-provided.ts'
import { reconnectDelay } from './realtime.ts'

/** The four configuration secrets (spec section 3). */
export type BrokerSecrets = {
  mqttHostDomain: string
  mqttUsername: string
  mqttPassword: string
  mqttWSSPort: string
}

/**
 * A message on the person's own topic: `{ code: 0 }` unread changed, `{ code: 1, orderId }` order changed, `{ code: 2 }`
 * messages may have been lost.
 */
export type Hint =
  | { kind: 'unreadChanged' }
  | { kind: 'orderChanged'; orderId: string }
  | { kind: 'everythingChanged' }
  | { kind: 'none' }

export type BrokerInput = { secrets: BrokerSecrets | null; uin: string }

export type RealtimeInput = {
  /** Milliseconds since 1970. */
  now: () => number
  /** A number from 0 to 1, for jitter. */
  random: () => number
  isVisible: () => boolean
}

export type RealtimeEvent =
  | { type: 'account.signedIn'; account: Account }
  | { type: 'account.signedOut' }
  | { type: 'broker.opened' }
  | { type: 'broker.closed' }
  | { type: 'broker.hinted'; hint: Hint }
  | { type: 'device.online' }

/** `realtime.refresh`: refetch everything, after a reconnect or by interval. */
export type RealtimeEmitted =
  | { type: 'realtime.refresh' }
  | { type: 'realtime.unreadChanged' }
  | { type: 'realtime.orderChanged'; orderId: string }

type RealtimeContext = RealtimeInput & {
  account: Account | null
  secrets: BrokerSecrets | null
  secretsFetchedAt: number
  /** Consecutive failed connection attempts. */
  attempts: number
}

/** Secrets expire within the hour; refetch them well before that. */
const secretsLifetimeMs = 50 * 60_000

/**
 * A failed connection may mean an expired password. While the broker is down, only every tenth attempt refetches it.
 */
const shouldRefetchSecrets = (attempts: number) => attempts % 10 === 2

/** The live connection. Messages only signal a change; other machines refetch. One state owns the socket. */
export const realtimeMachine = setup({
  types: {
    input: {} as RealtimeInput,
    context: {} as RealtimeContext,
    events: {} as RealtimeEvent,
    emitted: {} as RealtimeEmitted,
  },
  actors: {
    fetchSecrets: fromPromise<BrokerSecrets>(notProvided('realtime', 'fetchSecrets')),
    broker: fromCallback<RealtimeEvent, BrokerInput>(notProvided('realtime', 'broker')),
  },
  actions: {
    setAccount: assign((_, params: { account: Account }) => ({ account: params.account, attempts: 0 })),
    forgetSecrets: assign({ secrets: null }),
    forgetAccount: assign({ account: null, secrets: null, attempts: 0 }),
    setSecrets: assign(({ context }, secrets: BrokerSecrets) => ({
      secrets,
      secretsFetchedAt: context.now(),
    })),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    resetAttempts: assign({ attempts: 0 }),
    announceRefresh: emit({ type: 'realtime.refresh' }),
    announceUnread: emit({ type: 'realtime.unreadChanged' }),
    announceOrder: emit((_, params: { orderId: string }) => ({
      type: 'realtime.orderChanged',
      orderId: params.orderId,
    })),
  },
  guards: {
    hasFreshSecrets: ({ context }) =>
      context.secrets !== null &&
      !shouldRefetchSecrets(context.attempts) &&
      context.now() - context.secretsFetchedAt < secretsLifetimeMs,
    isVisible: ({ context }) => context.isVisible(),
    isAboutUnread: (_, hint?: Hint) => hint?.kind === 'unreadChanged',
    isAboutEverything: (_, hint?: Hint) => hint?.kind === 'everythingChanged',
    isAboutOrder: (_, hint?: Hint) => hint?.kind === 'orderChanged',
  },
  delays: {
    connectTimeout: 30_000,
    pollInterval: 30_000,
    catchUpInterval: 60_000,
    reconnectPeriod: ({ context }) => reconnectDelay(context.attempts, context.random()),
  },
}).createMachine({
  id: 'realtime',
  context: ({ input }) => ({ ...input, account: null, secrets: null, secretsFetchedAt: 0, attempts: 0 }),
  initial: 'disconnected',
  on: {
    'account.signedIn': {
      target: '.connected',
      reenter: true,
      actions: { type: 'setAccount', params: ({ event }) => ({ account: event.account }) },
    },
    'account.signedOut': { target: '.disconnected', actions: 'forgetAccount' },
  },
  states: {
    disconnected: { description: 'Nobody is signed in.' },
    connected: {
      description: 'Signed in. Keeps the connection up, and emits hints on a timer while it is down.',
      type: 'parallel',
      states: {
        link: {
          initial: 'fetchingSecrets',
          states: {
            fetchingSecrets: {
              description: 'Drops the previous account’s credentials first.',
              entry: 'forgetSecrets',
              invoke: {
                id: 'fetchSecrets',
                src: 'fetchSecrets',
                onDone: {
                  target: 'linked',
                  actions: { type: 'setSecrets', params: ({ event }) => event.output },
                },
                onError: { target: 'waiting', actions: 'countAttempt' },
              },
            },
            linked: {
              description: 'This state owns the socket: leaving it closes the connection.',
              invoke: {
                id: 'broker',
                src: 'broker',
                input: ({ context }) => ({ secrets: context.secrets, uin: context.account?.uin ?? '' }),
                onError: { target: 'waiting', actions: 'countAttempt' },
              },
              initial: 'connecting',
              on: { 'broker.closed': { target: 'waiting', actions: 'countAttempt' } },
              states: {
                connecting: {
                  on: { 'broker.opened': { target: 'open', actions: ['resetAttempts', 'announceRefresh'] } },
                  after: {
                    connectTimeout: { target: '#realtime.connected.link.waiting', actions: 'countAttempt' },
                  },
                },
                open: {
                  on: {
                    'broker.hinted': [
                      {
                        guard: { type: 'isAboutEverything', params: ({ event }) => event.hint },
                        actions: 'announceRefresh',
                      },
                      {
                        guard: { type: 'isAboutUnread', params: ({ event }) => event.hint },
                        actions: 'announceUnread',
                      },
                      {
                        guard: { type: 'isAboutOrder', params: ({ event }) => event.hint },
                        actions: {
                          type: 'announceOrder',
                          params: ({ event }) => ({
                            orderId: event.hint.kind === 'orderChanged' ? event.hint.orderId : '',
                          }),
                        },
                      },
                    ],
                  },
                },
              },
            },
            waiting: {
              after: {
                reconnectPeriod: [
                  { guard: 'hasFreshSecrets', target: 'linked' },
                  { target: 'fetchingSecrets' },
                ],
              },
              on: { 'device.online': { target: 'fetchingSecrets' } },
            },
          },
        },
        freshness: {
          initial: 'polling',
          states: {
            polling: {
              description: 'Disconnected: all pages refetch every 30 s.',
              on: { 'broker.opened': { target: 'live' } },
              after: { pollInterval: { target: 'polling', reenter: true, actions: 'announceRefresh' } },
            },
            live: {
              description: 'Messages can be lost, so open pages refetch every 60 s.',
              on: { 'broker.closed': { target: 'polling' } },
              after: {
                catchUpInterval: [
                  { guard: 'isVisible', target: 'live', reenter: true, actions: 'announceRefresh' },
                  { target: 'live', reenter: true },
                ],
              },
            },
          },
        },
      },
    },
  },
})

export type RealtimeActor = ActorRefFrom<typeof realtimeMachine>
