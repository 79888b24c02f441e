import * as v from 'valibot'
import { createActor } from 'xstate'
import type { App } from '../app.ts'
import {
  getPreparedOrder,
  type PreparedSummary,
  summarizePreparedOrder,
  takeOverOrder,
} from '../contract/prepared-order.ts'
import { storageKeys } from '../lib/keys.ts'
import { createStore } from '../lib/store.ts'
import { provideSubmission } from '../lib/submission.ts'
import { providePhotoSet } from '../photos/create-photo-set.ts'
import { dropHeldPhotos } from '../photos/held-photos.ts'
import { heldKeys, photoUrls, releasePreviews, sendingKeys } from '../photos/photo-list.ts'
import { policy } from '../policy/numbers.ts'
import { createReading, provideReading, type ReadingActor } from '../realtime/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'
import {
  type HandoverActor,
  type HandoverContext,
  handoverMachine,
  type TakeOver,
} from './handover.machine.ts'

const text = v.pipe(v.string(), v.maxLength(20_000))

/** The photos that a guest has added to a desk's order and not taken over yet, of the latest link. */
export const handoverStore = createStore({
  key: storageKeys.handoverDraft,
  schema: v.object({
    version: v.literal(1),
    uin: text,
    token: text,
    /** Addresses of photos that are uploaded. */
    photos: v.array(text),
    /** Keys of photos that are held on the device until they are sent. */
    heldPhotos: v.array(text),
  }),
  owner: ['uin', 'token'],
})

/** Reads what a link is for, without an account; not found once it has ended. Created, not started. */
export const createHandoverSummary = (app: App, token: string): ReadingActor<PreparedSummary> =>
  createReading(app, summarizePreparedOrder, { body: { token } })

/**
 * The order behind a link's token, for the signed-in traveller, with the photos of an earlier visit. Created, not
 * started.
 */
export function createHandover(app: App, token: string): HandoverActor {
  const params = { token }
  const { storage } = app.platform
  const owner = { uin: app.auth.getSnapshot().context.account?.uin ?? '', token }
  const handover = createActor(
    handoverMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onReturn(app.platform, listener),
          (signal) => app.api.call(getPreparedOrder, { params }, { signal }),
        ),
        submission: provideSubmission<TakeOver>(({ idempotencyKey, body: takeOver }, signal) => {
          const body = { ...takeOver, termsVersion: policy.termsVersion }
          return app.api.call(takeOverOrder, { params, body, idempotencyKey }, { signal })
        }),
        photoSet: providePhotoSet(app, { isStored: true }),
      },
      actions: {
        savePhotos: ({ context: { photos } }: { context: HandoverContext }) =>
          handoverStore.write(storage, {
            version: 1,
            ...owner,
            photos: photoUrls(photos),
            heldPhotos: [...heldKeys(photos), ...sendingKeys(photos)],
          }),
        forgetPhotos: () => handoverStore.remove(storage, owner),
      },
    }),
    {
      clock: app.platform.clock,
      input: { restored: handoverStore.read(storage, owner), newKey: app.newKey },
      inspect: app.options.inspect,
    },
  )
  releasePreviews(handover)
  dropHeldPhotos(handover, app.platform)
  return handover
}
