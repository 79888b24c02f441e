import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { readTrip, waitForTrip } from '../contract/trip.ts'
import { fromCall } from '../lib/from-call.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'
import { type TripActor, tripMachine } from './trip.machine.ts'

/** The page behind a receiver link. Stores nothing on the device. Created, not started. */
export const createTrip = ({ api, platform, clock, options }: App, token: string): TripActor =>
  createActor(
    tripMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onReturn(platform, listener),
          (signal) => api.call(readTrip, { body: { token } }, { signal }),
        ),
        waitForChange: fromCall<{ isChanged: boolean }, { version: string }>(({ input, signal }) =>
          api.call(waitForTrip, { body: { token, version: input.version } }, { signal }),
        ),
      },
    }),
    { input: { now: clock.now }, clock: platform.clock, inspect: options.inspect },
  )
