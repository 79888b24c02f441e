import { fromCallback, fromPromise } from 'xstate'
import { signFile, uploadFile } from '../api/contract/file.ts'
import type { App } from '../app.ts'
import type { ImageSource, PreparedImage } from '../platform.ts'
import { fail } from '../result.ts'
import type { PhotoEvent, PrepareResult, UploadResult } from './photo.machine.ts'

/** Time-out of an upload, milliseconds (contract). */
const uploadTimeoutMs = 60_000

const upload = async (
  { api, platform }: App,
  image: PreparedImage,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<UploadResult> => {
  try {
    const body = await platform.upload({
      url: api.url(uploadFile.path),
      headers: api.headers(),
      image,
      timeoutMs: uploadTimeoutMs,
      signal,
      onProgress,
    })
    return api.read(uploadFile, JSON.parse(body))
  } catch {
    return fail({ kind: 'network' })
  }
}

/** The photo machine's placeholders, on the real world. */
export const providePhoto = (app: App) => ({
  actors: {
    prepare: fromPromise<PrepareResult, { source: ImageSource }>(async ({ input, signal }) => {
      const prepared = await app.platform.prepareImage(input.source)
      if (signal.aborted && prepared.ok) prepared.value.release?.()
      return prepared
    }),
    signAnew: fromPromise<UploadResult, { url: string }>(({ input, signal }) =>
      app.api.call(signFile, { query: input }, { signal }),
    ),
    upload: fromCallback<PhotoEvent, { image: PreparedImage | null }>(({ input: { image }, sendBack }) => {
      if (!image)
        return sendBack({ type: 'upload.finished', result: fail({ kind: 'unexpected', cause: 'no image' }) })
      const cancel = new AbortController()
      upload(app, image, cancel.signal, (share) => sendBack({ type: 'upload.progressed', share })).then(
        (result) => {
          if (!cancel.signal.aborted) sendBack({ type: 'upload.finished', result })
        },
      )
      return () => cancel.abort()
    }),
  },
})
