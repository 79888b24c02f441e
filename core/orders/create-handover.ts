import * as v from 'valibot'
import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { missingConsentOf, rememberConsent } from '../auth/missing-consent.ts'
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
import { removeUnlistedPhotos } from '../photos/held-photos.ts'
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

/** Photos that a guest added to a prepared order before taking it over. Only the latest link's photos are stored. */
export const handoverStore = createStore({
  key: storageKeys.handoverDraft,
  schema: v.object({
    version: v.literal(1),
    uin: text,
    token: text,
    photos: v.array(text),
    /** Keys of photos held on the device until they are uploaded. */
    heldPhotos: v.array(text),
  }),
  owner: ['uin', 'token'],
})

/** Reads a handover link's summary, which needs no account. Not found once the link has ended. Created, not started. */
export const createHandoverSummary = (app: App, token: string): ReadingActor<PreparedSummary> =>
  createReading(app, summarizePreparedOrder, { body: { token } })

/**
 * The order behind a handover link, for the signed-in traveller. Restores photos from an earlier visit. Created, not
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
        submission: provideSubmission<TakeOver>(async ({ idempotencyKey, body: takeOver }, signal) => {
          const consent = missingConsentOf(app) ?? undefined
          const body = { ...takeOver, termsVersion: policy.termsVersion, ...(consent && { consent }) }
          const taken = await app.api.call(takeOverOrder, { params, body, idempotencyKey }, { signal })
          if (taken.ok) rememberConsent(app, consent)
          return taken
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
  removeUnlistedPhotos(handover, app.platform)
  return handover
}
