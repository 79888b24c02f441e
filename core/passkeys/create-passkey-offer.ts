import { createActor, fromPromise, type SnapshotFrom } from 'xstate'
import type { App } from '../app.ts'
import { unwrap } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import { addDevicePasskey, loadPasskeys } from './add-passkey.ts'
import { mayOfferPasskey } from './may-offer-passkey.ts'
import { crewPasskeys, type PasskeyCalls, travellerPasskeys } from './passkey-calls.ts'
import { type PasskeyOfferActor, passkeyOfferMachine } from './passkey-offer.machine.ts'

function createOwn({ api, platform, options }: App, calls: PasskeyCalls): PasskeyOfferActor {
  const { storage } = platform
  return createActor(
    passkeyOfferMachine.provide({
      actors: {
        findNeed: fromPromise<boolean>(async ({ signal }) => {
          if (!mayOfferPasskey({ platform }) || !(await (await loadPasskeys(platform)).isAvailable())) {
            return false
          }
          const list = unwrap(await api.call(calls.list, {}, { signal }))
          return list.length === 0
        }),
        addPasskey: fromPromise<unknown>(({ signal }) => addDevicePasskey({ api, platform }, calls, signal)),
      },
      actions: { storeAnswer: () => storage.set(storageKeys.passkeyOffer, 'answered') },
    }),
    { clock: platform.clock, inspect: options.inspect },
  )
}

/** Offers a passkey to the signed-in traveller. Created, not started. */
export const createPasskeyOffer = (app: App): PasskeyOfferActor => createOwn(app, travellerPasskeys)

/** Offers a passkey to the signed-in employee. Created, not started. */
export const createCrewPasskeyOffer = (app: App): PasskeyOfferActor => createOwn(app, crewPasskeys)

type Snapshot = SnapshotFrom<PasskeyOfferActor>

export const selectPasskeyOffer = (snapshot: Snapshot): 'none' | 'offered' | 'added' => {
  if (snapshot.matches('added')) return 'added'
  return snapshot.matches('offered') || snapshot.matches('adding') ? 'offered' : 'none'
}
export const selectIsAddingPasskey = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')
export const selectPasskeyOfferProblem = ({ context }: Snapshot) => context.problem
