import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { endEmployeeShift, listShifts, type Shift } from '../contract/crew.ts'
import { fromCall } from '../lib/from-call.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onWorkHint } from '../realtime/hints.ts'
import { type TeamActor, teamMachine } from './team.machine.ts'
import type { EndCourierShiftInput } from './team.ts'

/** The couriers on shift, read again at every change of an order. Created, not started. */
export const createTeam = (app: App): TeamActor =>
  createActor(
    teamMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onWorkHint(app, listener),
          (signal) => app.api.call(listShifts, {}, { signal }),
        ),
        endShift: fromCall<Shift, EndCourierShiftInput>(({ input: { leavingId, toEmployeeId }, signal }) => {
          const body = toEmployeeId === '' ? {} : { toEmployeeId }
          return app.api.call(endEmployeeShift, { params: { employeeId: leavingId }, body }, { signal })
        }),
      },
    }),
    { clock: app.platform.clock, inspect: app.options.inspect },
  )
