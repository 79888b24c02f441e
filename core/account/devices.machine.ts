import { type ActorRefFrom, assertEvent, assign, fromPromise, sendTo, setup } from 'xstate'
import type { SignedInDevice } from '../contract/account.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
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
  endingDeviceId: string | null
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
    setDevices: assign({ devices: (_, devices: readonly SignedInDevice[]) => devices }),
    dropDevices: assign({ devices: null }),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
    setEndingDevice: assign(({ event }) => {
      assertEvent(event, 'device.end')
      return { endingDeviceId: event.deviceId, problem: null }
    }),
    removeEndedDevice: assign(({ context }) => ({
      devices: context.devices?.filter(({ deviceId }) => deviceId !== context.endingDeviceId) ?? null,
      endingDeviceId: null,
    })),
    removeOtherDevices: assign(({ context }) => ({
      devices: context.devices?.filter(({ isThis }) => isThis) ?? null,
    })),
    setProblem: assign({ endingDeviceId: null, problem: ({ event }) => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isOtherDevice: ({ context, event }) =>
      event.type === 'device.end' &&
      (context.devices ?? []).some(({ deviceId, isThis }) => deviceId === event.deviceId && !isThis),
    hasOthers: ({ context }) => (context.devices ?? []).some(({ isThis }) => !isThis),
  },
}).createMachine({
  id: 'devices',
  meta: { page: '/person/account', title: 'myAccount.title' },
  context: { devices: null, endingDeviceId: null, problem: null },
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'idle',
  on: {
    'reading.done': { actions: { type: 'setDevices', params: ({ event }) => event.value } },
    'reading.gone': { actions: 'dropDevices' },
    'reading.changed': { actions: 'refreshSnapshot' },
  },
  states: {
    idle: {
      on: {
        'device.end': {
          guard: 'isOtherDevice',
          target: 'endingOne',
          actions: 'setEndingDevice',
          description: 'Only other devices. The current device uses the normal sign-out.',
        },
        'devices.endOthers': { guard: 'hasOthers', target: 'endingOthers', actions: 'clearProblem' },
      },
    },
    endingOne: {
      tags: 'busy',
      invoke: {
        id: 'endDevice',
        src: 'endDevice',
        input: ({ context }) => ({ deviceId: context.endingDeviceId ?? '' }),
        onDone: { target: 'idle', actions: ['removeEndedDevice', 'readAgain'] },
        onError: { target: 'idle', actions: 'setProblem' },
      },
    },
    endingOthers: {
      tags: 'busy',
      invoke: {
        id: 'endOthers',
        src: 'endOthers',
        onDone: { target: 'idle', actions: ['removeOtherDevices', 'readAgain'] },
        onError: {
          target: 'idle',
          actions: 'setProblem',
          description: 'The sessions may have ended. Retrying is safe.',
        },
      },
    },
  },
})

export type DevicesActor = ActorRefFrom<typeof devicesMachine>
