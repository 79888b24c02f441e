import { createActor } from 'xstate'
import {
  getPreparedOrder,
  type PreparedSummary,
  summarizePreparedOrder,
  takeOverOrder,
} from '../api/contract/prepared-order.ts'
import type { App } from '../app.ts'
import { dropHeldPhotos } from '../photo/drop-held-photos.ts'
import { heldKeys, photoUrls, releasePreviews, sendingKeys } from '../photo/photo-list.ts'
import { providePhotoSet } from '../photo/provide-photo.ts'
import { policy } from '../policy/numbers.ts'
import { createReading, provideReading, type ReadingActor } from '../reading/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'
import { storageKeys } from '../storage/keys.ts'
import { provideSubmission } from '../submission/submission.ts'
import {
  type HandoverActor,
  type HandoverContext,
  handoverMachine,
  type TakeOver,
} from './handover.machine.ts'
import { readStoredHandover, writeStoredHandover } from './stored-handover.ts'

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
  const uin = app.auth.getSnapshot().context.account?.uin ?? ''
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
          writeStoredHandover(storage, {
            version: 1,
            uin,
            token,
            photos: photoUrls(photos),
            heldPhotos: [...heldKeys(photos), ...sendingKeys(photos)],
          }),
        forgetPhotos: () => {
          if (readStoredHandover(storage, uin, token)) storage.remove(storageKeys.handoverDraft)
        },
      },
    }),
    {
      clock: app.platform.clock,
      input: { restored: readStoredHandover(storage, uin, token), newKey: app.newKey },
      inspect: app.options.inspect,
    },
  )
  releasePreviews(handover)
  dropHeldPhotos(handover, app.platform)
  return handover
}
