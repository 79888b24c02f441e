import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import { getQrSite } from '../api/contract/site.ts'
import { isNotThere } from '../api/failure.ts'
import type { App } from '../app.ts'
import { storageKeys } from '../storage/keys.ts'

type LastPlaceInput = { app: App; qrId: string }

const lastPlaceLogic = fromPromise<string | null, LastPlaceInput>(
  async ({ input: { app, qrId }, signal }) => {
    const place = await app.api.call(getQrSite, { params: { qrId } }, { signal })
    if (place.ok) return place.value.site.name
    if (isNotThere(place.error)) app.platform.storage.remove(storageKeys.lastSite)
    return null
  },
)

export type LastPlaceActor = ActorRefFrom<typeof lastPlaceLogic>

/**
 * Reads the name of a QR code's site: the actor's output, null when it cannot be read now. An unknown code is deleted.
 * Not started yet.
 */
export const createLastPlace = (app: App, qrId: string): LastPlaceActor =>
  createActor(lastPlaceLogic, { input: { app, qrId }, clock: app.platform.clock })
