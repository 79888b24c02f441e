import { emit, fromCallback, sendTo, setup } from 'xstate'
import { notProvided } from '../lib/not-provided.ts'

/** Messages between tabs. `hello` asks the leading tab whether it is connected. */
export type TabMessage =
  | { type: 'hello' }
  | { type: 'open' }
  | { type: 'message'; topic: string; payload: string }
  | { type: 'close' }

export type SharedLineEvent =
  | { type: 'tab.hello' }
  | { type: 'tab.open' }
  | { type: 'tab.message'; topic: string; payload: string }
  | { type: 'tab.close' }
  | { type: 'lead.granted' }
  | { type: 'socket.opened' }
  | { type: 'socket.heard'; topic: string; payload: string }
  | { type: 'socket.closed' }
  | { type: 'line.leave' }

export type SharedLineEmitted =
  | { type: 'line.opened' }
  | { type: 'line.heard'; topic: string; payload: string }
  | { type: 'line.closed' }

/**
 * Shares one broker connection among a browser's tabs, because the broker disconnects the older of two clients with the
 * same id. The leading tab connects and forwards messages to the others. Each tab runs one of these machines.
 */
export const sharedLineMachine = setup({
  types: { events: {} as SharedLineEvent, emitted: {} as SharedLineEmitted },
  actors: {
    channel: fromCallback<TabMessage>(notProvided('sharedLine', 'channel')),
    lead: fromCallback<SharedLineEvent>(notProvided('sharedLine', 'lead')),
    socket: fromCallback<SharedLineEvent>(notProvided('sharedLine', 'socket')),
  },
  actions: {
    announceOpened: emit({ type: 'line.opened' }),
    announceHeard: emit((_, { topic, payload }: { topic: string; payload: string }) => ({
      type: 'line.heard',
      topic,
      payload,
    })),
    announceClosed: emit({ type: 'line.closed' }),
    postOpen: sendTo('channel', { type: 'open' }),
    postHeard: sendTo('channel', (_, { topic, payload }: { topic: string; payload: string }) => ({
      type: 'message',
      topic,
      payload,
    })),
    postClose: sendTo('channel', { type: 'close' }),
  },
}).createMachine({
  id: 'sharedLine',
  invoke: [
    { id: 'channel', src: 'channel', onError: { target: '.over' } },
    { id: 'lead', src: 'lead', onError: { target: '.over' } },
  ],
  initial: 'following',
  on: { 'line.leave': { target: '.left' } },
  states: {
    following: {
      initial: 'waiting',
      on: { 'tab.close': { target: 'over' } },
      states: {
        waiting: {
          on: {
            'tab.open': { target: 'open' },
            'lead.granted': { target: '#sharedLine.leading' },
          },
        },
        open: {
          entry: 'announceOpened',
          on: {
            'tab.message': {
              actions: {
                type: 'announceHeard',
                params: ({ event }) => ({ topic: event.topic, payload: event.payload }),
              },
            },
            'lead.granted': {
              target: '#sharedLine.over',
              description: 'The leading tab disappeared, so messages may have been missed.',
            },
          },
        },
      },
    },
    leading: {
      initial: 'connecting',
      invoke: { id: 'socket', src: 'socket', onError: { target: 'over' } },
      exit: 'postClose',
      on: { 'socket.closed': { target: 'over' } },
      states: {
        connecting: { on: { 'socket.opened': { target: 'open' } } },
        open: {
          entry: ['postOpen', 'announceOpened'],
          on: {
            'tab.hello': { actions: 'postOpen' },
            'socket.heard': {
              actions: [
                {
                  type: 'postHeard',
                  params: ({ event }) => ({ topic: event.topic, payload: event.payload }),
                },
                {
                  type: 'announceHeard',
                  params: ({ event }) => ({ topic: event.topic, payload: event.payload }),
                },
              ],
            },
          },
        },
      },
    },
    over: {
      type: 'final',
      entry: 'announceClosed',
      description: 'The connection ended: the owner reconnects and refetches what it missed.',
    },
    left: { type: 'final', description: 'This tab left. Emits nothing.' },
  },
})
