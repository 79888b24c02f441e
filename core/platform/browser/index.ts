import type { ImageFailure, KeyValueStorage, Platform, PreparedImage } from '../../lib/platform.ts'
import type { Result } from '../../lib/result.ts'
import { knownZone } from '../../lib/zone.ts'
import { connectBroker } from '../mqtt-broker.ts'
import { checkImage, upload } from '../whole-image.ts'

const listen = (target: EventTarget, types: readonly string[], listener: () => void) => {
  for (const type of types) target.addEventListener(type, listener)
  return () => {
    for (const type of types) target.removeEventListener(type, listener)
  }
}

/** `localStorage`, or memory where the browser refuses it. */
function createStorage(prefix: string): KeyValueStorage {
  const lost = new Map<string, string>()
  return {
    get(key) {
      try {
        return lost.get(key) ?? localStorage.getItem(prefix + key)
      } catch {
        return null
      }
    },
    set(key, value) {
      try {
        localStorage.setItem(prefix + key, value)
        lost.delete(key)
      } catch {
        lost.set(key, value)
      }
    },
    remove(key) {
      lost.delete(key)
      try {
        localStorage.removeItem(prefix + key)
      } catch {
        // Nothing was stored.
      }
    },
    subscribe(listener) {
      const report = ({ key }: StorageEvent) => {
        if (key?.startsWith(prefix)) listener(key.slice(prefix.length))
      }
      window.addEventListener('storage', report)
      return () => window.removeEventListener('storage', report)
    },
  }
}

/** `file` is a `File` or another `Blob`. The server rotates the picture and removes its metadata. */
async function prepareImage(file: unknown): Promise<Result<PreparedImage, ImageFailure>> {
  if (!(file instanceof Blob)) return { ok: false, error: { code: 'unreadable' } }
  try {
    const checked = checkImage(new Uint8Array(await file.arrayBuffer()), '')
    if (!checked.ok) return checked
    const preview = URL.createObjectURL(file)
    return { ok: true, value: { ...checked.value, preview, release: () => URL.revokeObjectURL(preview) } }
  } catch {
    return { ok: false, error: { code: 'unreadable' } }
  }
}

export type BrowserPlatformOptions = {
  /** Begins the keys in `localStorage`, to separate clients of one origin. */
  prefix?: string
  openPage?: (url: string) => void
  reload?: () => void
}

/** One page, without shared connections, passkeys and scaled pictures. */
export const createBrowserPlatform = ({
  prefix = '',
  openPage = (url) => location.assign(url),
  reload = () => location.reload(),
}: BrowserPlatformOptions = {}): Platform => ({
  storage: createStorage(prefix),
  fetch: (url, init) => fetch(url, init as RequestInit),
  upload,
  prepareImage,
  connectBroker,
  languages: () => navigator.languages,
  isOnline: () => navigator.onLine,
  onConnectivity: (listener) => listen(window, ['online', 'offline'], () => listener(navigator.onLine)),
  isVisible: () => document.visibilityState === 'visible',
  onReturn: (listener) =>
    listen(document, ['visibilitychange'], () => {
      if (document.visibilityState === 'visible') listener()
    }),
  onUse: (listener) => listen(window, ['pointerdown', 'keydown'], listener),
  now: () => Date.now(),
  clock: {
    setTimeout: (task, milliseconds) => setTimeout(task, milliseconds),
    clearTimeout: (timer) => clearTimeout(timer as number),
  },
  timeZone: () => knownZone(new Intl.DateTimeFormat().resolvedOptions().timeZone),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  openPage,
  reload,
  warn: (message) => console.warn(message),
})
