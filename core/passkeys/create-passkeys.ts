import { createActor, fromPromise } from 'xstate'
import type { App } from '../app.ts'
import type { Passkey } from '../contract/passkey.ts'
import { cleanLine } from '../lib/clean.ts'
import { assertPresent, fromCall } from '../lib/from-call.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'
import { addDevicePasskey } from './add-passkey.ts'
import { crewPasskeys, type PasskeyCalls, travellerPasskeys } from './passkey-calls.ts'
import { type PasskeysActor, type PasskeysContext, passkeysMachine } from './passkeys.machine.ts'

type Entry = PasskeysContext['entry']

function createOwn({ api, platform, options }: App, calls: PasskeyCalls): PasskeysActor {
  return createActor(
    passkeysMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onReturn(platform, listener),
          (signal) => api.call(calls.list, {}, { signal }),
        ),
        addPasskey: fromPromise<readonly Passkey[]>(({ signal }) =>
          addDevicePasskey({ api, platform }, calls, signal),
        ),
        renamePasskey: fromCall<readonly Passkey[], Entry>(({ input, signal }) => {
          const { passkeyId, name } = assertPresent(input, 'entry')
          return api.call(
            calls.rename,
            { params: { passkeyId }, body: { name: cleanLine(name) } },
            { signal },
          )
        }),
        removePasskey: fromCall<readonly Passkey[], Entry>(({ input, signal }) => {
          const { passkeyId } = assertPresent(input, 'entry')
          return api.call(calls.remove, { params: { passkeyId }, body: {} }, { signal })
        }),
      },
    }),
    {
      input: { canAdd: platform.loadPasskeys !== undefined },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )
}

/** The traveller's passkeys. Created, not started. */
export const createPasskeys = (app: App): PasskeysActor => createOwn(app, travellerPasskeys)

/** The employee's passkeys. Created, not started. */
export const createCrewPasskeys = (app: App): PasskeysActor => createOwn(app, crewPasskeys)
