import { createActor, type SnapshotFrom } from 'xstate'
import type { App } from '../app.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { assertPresent, fromCall } from '../lib/from-call.ts'
import type { Result } from '../lib/result.ts'
import { type OfficeActActor, officeActMachine, type SendOfficeActInput } from './office-act.machine.ts'
import { type OfficeAct, type OfficeCallName, type OfficeResult, officeCalls } from './office-calls.ts'

/** Sends an operator's acts. `readAgain` reloads the list after each. Created, not started. */
export const createOfficeAct = ({ api, platform, options }: App, readAgain: () => void): OfficeActActor =>
  createActor(
    officeActMachine.provide({
      actors: {
        sendAct: fromCall<unknown, SendOfficeActInput>(({ input, signal }) => {
          const { name, request } = assertPresent(input.act, 'act')
          return api.call(officeCalls[name], request as never, { signal }) as Promise<
            Result<unknown, ApiFailure>
          >
        }),
      },
      actions: { readAgain },
    }),
    { clock: platform.clock, inspect: options.inspect },
  )

type Snapshot = SnapshotFrom<typeof officeActMachine>

export const selectOfficeAct = ({ context }: Snapshot): OfficeAct | null => context.act
export const selectOfficeProblem = ({ context }: Snapshot): ApiFailure | null => context.problem

/** The result of the latest act if it is this one and done; null otherwise. */
export const selectOfficeResult =
  <Name extends OfficeCallName>(name: Name) =>
  (snapshot: Snapshot): OfficeResult<Name> | null =>
    snapshot.matches('done') && snapshot.context.act?.name === name
      ? (snapshot.context.result as OfficeResult<Name>)
      : null

/** The call that is being sent; null if none is. */
export const selectSendingCall = (snapshot: Snapshot): OfficeCallName | null =>
  snapshot.hasTag('busy') ? (snapshot.context.act?.name ?? null) : null
