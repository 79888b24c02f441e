import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ImageFailure, KeyValueStorage, Platform, PreparedImage } from '../../lib/platform.ts'
import type { Result } from '../../lib/result.ts'
import { knownZone } from '../../lib/zone.ts'
import { connectBroker } from '../mqtt-broker.ts'
import { checkImage, upload } from '../whole-image.ts'

export { createFileStorage } from './storage.ts'

/** `path` is the file path. The server rotates the picture and removes its metadata. */
async function prepareImage(path: unknown): Promise<Result<PreparedImage, ImageFailure>> {
  try {
    return checkImage(new Uint8Array(await readFile(String(path))), String(path))
  } catch {
    return { ok: false, error: { code: 'unreadable' } }
  }
}

export type NodePlatformOptions = {
  storage: KeyValueStorage
  /** Starts the client again, in another language. */
  reload: () => void
  /** Shows the payment page. By default nothing opens: `context.session` of the payment has the URL. */
  openPage?: (url: string) => void
}

export const ownTimeZone = (): string => knownZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** A process is always visible, and only detects a lost network by failing calls. */
export const createNodePlatform = ({
  storage,
  reload,
  openPage = () => {},
}: NodePlatformOptions): Platform => ({
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
  openPage,
  reload,
  warn: (message) => console.error(message),
})
