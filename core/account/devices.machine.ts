import { type ActorRefFrom, assertEvent, assign, fromPromise, setup } from 'xstate'
import { failureIn } from '../api/asking.ts'
import type { SignedInDevice } from '../api/contract/account.ts'
import type { ApiFailure } from '../api/failure.ts'
import { notProvided } from '../not-provided.ts'
import type { ScreenMeta } from '../screen/screen.ts'

export type DevicesEvent =
  | { type: 'devices.retry' }
  | { type: 'device.end'; deviceId: string }
  | { type: 'devices.endOthers' }

type DevicesContext = {
  devices: readonly SignedInDevice[]
  /** The one that is being ended. */
  ending: string | null
  /** Of the last request; null once another one succeeded. */
  problem: ApiFailure | null
}

/** The devices that the traveller is signed in on, and how to end them. */
export const devicesMachine = setup({
  types: {
    context: {} as DevicesContext,
    events: {} as DevicesEvent,
    meta: {} as ScreenMeta<DevicesEvent>,
    tags: {} as 'busy',
  },
  actors: {
    readDevices: fromPromise<readonly SignedInDevice[]>(notProvided('devices', 'readDevices')),
    endDevice: fromPromise<unknown, { deviceId: string }>(notProvided('devices', 'endDevice')),
    endOthers: fromPromise<unknown>(notProvided('devices', 'endOthers')),
  },
  actions: {
    keepDevices: assign({
      devices: (_, devices: readonly SignedInDevice[]) => devices,
      ending: null,
      problem: null,
    }),
    keepEnding: assign(({ event }) => {
      assertEvent(event, 'device.end')
      return { ending: event.deviceId, problem: null }
    }),
    dropEnded: assign(({ context }) => ({
      devices: context.devices.filter(({ deviceId }) => deviceId !== context.ending),
      ending: null,
    })),
    dropOthers: assign(({ context }) => ({ devices: context.devices.filter(({ isThis }) => isThis) })),
    keepProblem: assign({ ending: null, problem: ({ event }) => failureIn(event) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isOther: ({ context, event }) =>
      event.type === 'device.end' &&
      context.devices.some(({ deviceId, isThis }) => deviceId === event.deviceId && !isThis),
    hasOthers: ({ context }) => context.devices.some(({ isThis }) => !isThis),
  },
}).createMachine({
  id: 'devices',
  meta: { page: '/person/account', title: 'myAccount.title' },
  context: { devices: [], ending: null, problem: null },
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readDevices',
        src: 'readDevices',
        onDone: {
          target: 'listed',
          actions: { type: 'keepDevices', params: ({ event }) => event.output },
        },
        onError: { target: 'unread', actions: 'keepProblem' },
      },
    },
    unread: { on: { 'devices.retry': { target: 'reading', actions: 'clearProblem' } } },
    listed: {
      on: {
        'device.end': {
          guard: 'isOther',
          target: 'endingOne',
          actions: 'keepEnding',
          description: 'This device signs out as always.',
        },
        'devices.endOthers': { guard: 'hasOthers', target: 'endingOthers', actions: 'clearProblem' },
      },
    },
    endingOne: {
      tags: 'busy',
      invoke: {
        id: 'endDevice',
        src: 'endDevice',
        input: ({ context }) => ({ deviceId: context.ending ?? '' }),
        onDone: { target: 'listed', actions: 'dropEnded' },
        onError: { target: 'listed', actions: 'keepProblem' },
      },
    },
    endingOthers: {
      tags: 'busy',
      invoke: {
        id: 'endOthers',
        src: 'endOthers',
        onDone: { target: 'listed', actions: 'dropOthers' },
        onError: {
          target: 'listed',
          actions: 'keepProblem',
          description: 'Perhaps they were ended: to do it twice does no harm.',
        },
      },
    },
  },
})

export type DevicesActor = ActorRefFrom<typeof devicesMachine>
