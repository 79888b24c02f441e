import { fromCallback, fromPromise } from 'xstate'
import type { App } from '../app.ts'
import { type StoredFile, signFile, uploadFile } from '../contract/file.ts'
import type { operatorSignPhoto, operatorUploadPhoto } from '../contract/operation.ts'
import type { uploadPreparedPhoto } from '../contract/prepared-order.ts'
import { type CancelSignal, newCancel } from '../lib/cancel.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { fromCall } from '../lib/from-call.ts'
import type { ImageSource, PreparedImage } from '../lib/platform.ts'
import { fail, type Result } from '../lib/result.ts'
import { listedPhotos } from './held-photos.ts'
import { photoMachine } from './photo.machine.ts'
import type { PhotoEvent } from './photo.ts'
import { imageRefusal } from './photo-problem.ts'
import { photoSetMachine } from './photo-set.machine.ts'

/** Timeout of an upload, in ms (contract). */
const uploadTimeoutMs = 60_000

/** Where photos go; `path` without placeholders. */
type UploadTarget = {
  call: typeof uploadFile | typeof operatorUploadPhoto | typeof uploadPreparedPhoto
  path: string
  /** Renews the signed URL of an uploaded photo. */
  sign: typeof signFile | typeof operatorSignPhoto
}

const travellersFiles: UploadTarget = { call: uploadFile, path: uploadFile.path, sign: signFile }

/** Uploads a prepared picture. `onProgress` gets the share that was sent, 0 to 1. */
export const uploadPhoto = async (
  { api, platform }: Pick<App, 'api' | 'platform'>,
  { call, path }: Pick<UploadTarget, 'call' | 'path'>,
  image: PreparedImage,
  signal: CancelSignal,
  onProgress: (share: number) => void,
): Promise<Result<StoredFile, ApiFailure>> => {
  try {
    const body = await platform.upload({
      url: api.url(path),
      headers: api.headers(),
      image,
      timeoutMs: uploadTimeoutMs,
      signal,
      onProgress,
    })
    return await api.read(call, JSON.parse(body))
  } catch {
    return fail({ kind: 'network' })
  }
}

/** Implements the photo actors. `inHand`: keys that this form has stored on the device. */
const providePhoto = (
  app: App,
  { isStored, storedKeys, ...target }: UploadTarget & { isStored: boolean; storedKeys: Set<string> },
) => ({
  actors: {
    prepare: fromCall<PreparedImage, { source: ImageSource }>(async ({ input, signal }) => {
      const prepared = await app.platform.prepareImage(input.source)
      if (!prepared.ok) return fail(imageRefusal(prepared.error))
      if (signal.aborted) prepared.value.release?.()
      return prepared
    }),
    restoreHeld: fromPromise<PreparedImage, { key: string }>(async ({ input }) => {
      const image = await app.platform.heldImages?.get(input.key)
      if (!image) throw new Error('no held image')
      return image
    }),
    hold: fromPromise<void, { key: string; image: PreparedImage | null }>(
      async ({ input: { key, image }, signal }) => {
        const { heldImages, storage } = app.platform
        if (!isStored) return
        if (!heldImages || !image) throw new Error('no room for images')
        // Make room by removing unlisted images, but keep those that this form is about to list.
        storedKeys.add(key)
        await heldImages.keepOnly([...storedKeys, ...listedPhotos(storage)])
        await heldImages.put(key, image)
        if (signal.aborted && !listedPhotos(storage).includes(key)) await heldImages.remove([key])
      },
    ),
    hints: fromCallback<PhotoEvent>(({ sendBack }) =>
      app.platform.onConnectivity((online) => {
        if (online) sendBack({ type: 'photo.online' })
      }),
    ),
    signAgain: fromCall<StoredFile, { url: string }>(({ input, signal }) =>
      app.api.call(target.sign, { query: input }, { signal }),
    ),
    upload: fromCallback<PhotoEvent, { image: PreparedImage | null }>(({ input: { image }, sendBack }) => {
      if (!image)
        return sendBack({ type: 'upload.failed', failure: { kind: 'unexpected', cause: 'no image' } })
      const cancel = newCancel()
      uploadPhoto(app, target, image, cancel.signal, (share) =>
        sendBack({ type: 'upload.progressed', share }),
      ).then((result) => {
        if (cancel.signal.aborted) return
        if (result.ok) sendBack({ type: 'upload.finished', file: result.value })
        else sendBack({ type: 'upload.failed', failure: result.error })
      })
      return () => cancel.abort()
    }),
  },
})

/**
 * A photo set with real uploads, by default to the traveller's files. `isStored`: the form and its unsent photos survive
 * the page.
 */
export const providePhotoSet = (
  app: App,
  { isStored, target = travellersFiles }: { isStored: boolean; target?: UploadTarget },
) =>
  photoSetMachine.provide({
    actors: {
      photo: photoMachine.provide(providePhoto(app, { ...target, isStored, storedKeys: new Set() })),
    },
  })
