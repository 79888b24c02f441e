import { createActor } from 'xstate'
import { type DevicesActor, devicesMachine } from '../account/devices.machine.ts'
import type { App } from '../app.ts'
import { endCrewSession, endOtherCrewSessions, listCrewSessions } from '../contract/crew.ts'
import { fromCall } from '../lib/from-call.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'

/** The employee's signed-in devices. Created, not started. */
export const createCrewDevices = ({ api, platform, options }: App): DevicesActor =>
  createActor(
    devicesMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onReturn(platform, listener),
          (signal) => api.call(listCrewSessions, {}, { signal }),
        ),
        endDevice: fromCall<unknown, { deviceId: string }>(({ input: params, signal }) =>
          api.call(endCrewSession, { params, body: {} }, { signal }),
        ),
        endOthers: fromCall<unknown>(({ signal }) =>
          api.call(endOtherCrewSessions, { body: {} }, { signal }),
        ),
      },
    }),
    { clock: platform.clock, inspect: options.inspect },
  )
