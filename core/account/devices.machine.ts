import { type ActorRefFrom, assertEvent, assign, fromPromise, sendTo, setup } from 'xstate'
import type { SignedInDevice } from '../contract/account.ts'
import { failureOfEvent } from '../lib/asking.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'

export type DevicesEvent =
  | ReadingUpdate<readonly SignedInDevice[]>
  | { type: 'device.end'; deviceId: string }
  | { type: 'devices.endOthers' }

type DevicesContext = {
  /** Null until read. */
  devices: readonly SignedInDevice[] | null
  /** Id of the device being signed out. */
  ending: string | null
  /** Failure of the last request; null after a success. */
  problem: ApiFailure | null
}

/** Lists and signs out the traveller's devices. */
export const devicesMachine = setup({
  types: {
    context: {} as DevicesContext,
    events: {} as DevicesEvent,
    meta: {} as ScreenMeta<DevicesEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    endDevice: fromPromise<unknown, { deviceId: string }>(notProvided('devices', 'endDevice')),
    endOthers: fromPromise<unknown>(notProvided('devices', 'endOthers')),
  },
  actions: {
    keepDevices: assign({ devices: (_, devices: readonly SignedInDevice[]) => devices }),
    dropDevices: assign({ devices: null }),
    // Emits a new snapshot so that selectors over the reading recompute.
    noteReading: assign({}),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
    keepEnding: assign(({ event }) => {
      assertEvent(event, 'device.end')
      return { ending: event.deviceId, problem: null }
    }),
    dropEnded: assign(({ context }) => ({
      devices: context.devices?.filter(({ deviceId }) => deviceId !== context.ending) ?? null,
      ending: null,
    })),
    dropOthers: assign(({ context }) => ({
      devices: context.devices?.filter(({ isThis }) => isThis) ?? null,
    })),
    keepProblem: assign({ ending: null, problem: ({ event }) => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isOther: ({ context, event }) =>
      event.type === 'device.end' &&
      (context.devices ?? []).some(({ deviceId, isThis }) => deviceId === event.deviceId && !isThis),
    hasOthers: ({ context }) => (context.devices ?? []).some(({ isThis }) => !isThis),
  },
}).createMachine({
  id: 'devices',
  meta: { page: '/person/account', title: 'myAccount.title' },
  context: { devices: null, ending: null, problem: null },
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ kept: null, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'idle',
  on: {
    'reading.done': { actions: { type: 'keepDevices', params: ({ event }) => event.value } },
    'reading.gone': { actions: 'dropDevices' },
    'reading.changed': { actions: 'noteReading' },
  },
  states: {
    idle: {
      on: {
        'device.end': {
          guard: 'isOther',
          target: 'endingOne',
          actions: 'keepEnding',
          description: 'Ending the current device’s session is a normal sign-out.',
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
        onDone: { target: 'idle', actions: ['dropEnded', 'readAgain'] },
        onError: { target: 'idle', actions: 'keepProblem' },
      },
    },
    endingOthers: {
      tags: 'busy',
      invoke: {
        id: 'endOthers',
        src: 'endOthers',
        onDone: { target: 'idle', actions: ['dropOthers', 'readAgain'] },
        onError: {
          target: 'idle',
          actions: 'keepProblem',
          description: 'The sessions may have ended. Retrying is safe.',
        },
      },
    },
  },
})

export type DevicesActor = ActorRefFrom<typeof devicesMachine>
