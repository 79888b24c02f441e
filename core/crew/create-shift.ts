import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { breakShift, endShift, getShift, type Shift, startShift } from '../contract/crew.ts'
import { fromCall } from '../lib/from-call.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'
import { type ShiftActor, shiftMachine } from './shift.machine.ts'
import type { BreakInput, EndShiftInput, PlateInput } from './shift.ts'

/** The courier's shift. Created, not started. */
export const createShift = ({ api, platform, options, newKey }: App): ShiftActor =>
  createActor(
    shiftMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onReturn(platform, listener),
          (signal) => api.call(getShift, {}, { signal }),
        ),
        startShift: fromCall<Shift, PlateInput>(({ input: { plate, key }, signal }) => {
          const body = plate === '' ? {} : { plate }
          return api.call(startShift, { body, idempotencyKey: key }, { signal })
        }),
        breakShift: fromCall<Shift, BreakInput>(({ input: body, signal }) =>
          api.call(breakShift, { body }, { signal }),
        ),
        endShift: fromCall<Shift, EndShiftInput>(({ input: { plate, toEmployeeId, key }, signal }) => {
          const body = { plate, ...(toEmployeeId !== '' && { toEmployeeId }) }
          return api.call(endShift, { body, idempotencyKey: key }, { signal })
        }),
      },
    }),
    { input: { newKey }, clock: platform.clock, inspect: options.inspect },
  )
