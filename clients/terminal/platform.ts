import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ImageFailure, KeyValueStorage, Platform, PreparedImage, Result } from '@handsfree/core'
import { knownZone } from '@handsfree/core/lib'
import { imageHeaderBytes, imageTypeOf } from '@handsfree/core/photos'
import { policy } from '@handsfree/core/policy'
import { connectBroker } from './broker.ts'

const megabyte = 1024 * 1024

/** `path` is the file path. The server rotates the picture and removes its metadata. */
async function prepareImage(path: unknown): Promise<Result<PreparedImage, ImageFailure>> {
  try {
    const bytes = await readFile(String(path))
    if (bytes.length === 0) return { ok: false, error: { code: 'unreadable' } }
    const type = imageTypeOf(bytes.subarray(0, imageHeaderBytes))
    if (!type) return { ok: false, error: { code: 'unsupportedType' } }
    if (bytes.length > policy.maxImageMb * megabyte) {
      return { ok: false, error: { code: 'tooLarge', sizeLimitMb: policy.maxImageMb } }
    }
    const source = new Blob([new Uint8Array(bytes)], { type })
    return { ok: true, value: { source, bytes: source.size, preview: String(path) } }
  } catch {
    return { ok: false, error: { code: 'unreadable' } }
  }
}

const upload: Platform['upload'] = async ({ url, headers, image, timeoutMs, signal, onProgress }) => {
  if (!(image.source instanceof Blob)) throw new TypeError('no image')
  const body = new FormData()
  body.append('file', image.source, 'photo')
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const response = await fetch(url, { method: 'POST', headers, body, signal: limit })
  const answer = await response.text()
  onProgress(1)
  return answer
}

export type NodePlatformOptions = { storage: KeyValueStorage; reload: () => void }

export const ownTimeZone = (): string => knownZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** A terminal is always visible, and only detects a lost network by failing calls. */
export const createNodePlatform = ({ storage, reload }: NodePlatformOptions): Platform => ({
  storage,
  fetch: (...request) => fetch(...request),
  upload,
  prepareImage,
  connectBroker,
  languages: () => [Intl.DateTimeFormat().resolvedOptions().locale],
  isOnline: () => true,
  onConnectivity: () => () => {},
  onReturn: () => () => {},
  now: Date.now,
  clock: {
    setTimeout: (task, milliseconds) => setTimeout(task, milliseconds),
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  },
  timeZone: ownTimeZone,
  randomBytes: (length) => randomBytes(length),
  // The payment step prints the URL.
  openPage: () => {},
  reload,
  warn: (message) => console.error(message),
})
