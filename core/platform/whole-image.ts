import type { ImageFailure, Platform, PreparedImage } from '../lib/platform.ts'
import type { Result } from '../lib/result.ts'
import { imageHeaderBytes, imageTypeOf } from '../photos/image-type.ts'
import { policy } from '../policy/numbers.ts'

const megabyte = 1024 * 1024

/** A picture that is sent as it is, if the server accepts its type and size. */
export function checkImage(
  bytes: Uint8Array<ArrayBuffer>,
  preview: string,
): Result<PreparedImage, ImageFailure> {
  if (bytes.length === 0) return { ok: false, error: { code: 'unreadable' } }
  const type = imageTypeOf(bytes.subarray(0, imageHeaderBytes))
  if (!type) return { ok: false, error: { code: 'unsupportedType' } }
  if (bytes.length > policy.maxImageMb * megabyte)
    return { ok: false, error: { code: 'tooLarge', sizeLimitMb: policy.maxImageMb } }
  const source = new Blob([bytes], { type })
  return { ok: true, value: { source, bytes: source.size, preview } }
}

export const upload: Platform['upload'] = async ({ url, headers, image, timeoutMs, signal, onProgress }) => {
  if (!(image.source instanceof Blob)) throw new TypeError('no image')
  const body = new FormData()
  body.append('file', image.source, 'photo')
  const limit = AbortSignal.any([signal as AbortSignal, AbortSignal.timeout(timeoutMs)])
  const response = await fetch(url, { method: 'POST', headers, body, signal: limit })
  const answer = await response.text()
  onProgress(1)
  return answer
}
