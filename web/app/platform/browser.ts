import type { HeldImages, Platform } from '@handsfree/core'
import { knownZone } from '@handsfree/core/lib'
import { shareBroker } from './shared-broker.ts'
import { createStorage } from './storage.ts'
import { upload } from './upload.ts'
import { createWorkerBroker } from './worker-broker.ts'

const listen = (target: EventTarget, types: readonly string[], listener: () => void) => {
  for (const type of types) target.addEventListener(type, listener)
  return () => {
    for (const type of types) target.removeEventListener(type, listener)
  }
}

/** One return fires several events; they are merged within this time. */
const returnThrottleMs = 500

const onReturn: Platform['onReturn'] = (listener) => {
  let returnedAt = performance.now()
  const report = () => {
    if (document.visibilityState !== 'visible' || performance.now() - returnedAt < returnThrottleMs) return
    returnedAt = performance.now()
    listener()
  }
  const stopWindow = listen(window, ['focus', 'pageshow'], report)
  const stopDocument = listen(document, ['visibilitychange'], report)
  return () => {
    stopWindow()
    stopDocument()
  }
}

const clock: Platform['clock'] = {
  setTimeout: (task, milliseconds) => setTimeout(task, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as number),
}

/** Also has the chosen language if `localStorage` rejects writes. */
const languageOfCookie = (): string[] => /(?:^|; )language=([^;]+)/.exec(document.cookie)?.slice(1) ?? []

function lazyHeldImages(database: string): HeldImages {
  let loading: Promise<HeldImages> | null = null
  const load = () => {
    loading ??= import('./held-images.ts').then(({ createHeldImages }) => createHeldImages(database))
    // A missing file may be there at the next attempt.
    loading.catch(() => {
      loading = null
    })
    return loading
  }
  return {
    put: async (key, image) => (await load()).put(key, image),
    get: async (key) => (await load()).get(key),
    remove: async (keys) => (await load()).remove(keys),
    keepOnly: async (keys) => (await load()).keepOnly(keys),
  }
}

/** Shares one connection between tabs. Without locks (insecure origins), each tab connects. */
function connectBroker(): Platform['connectBroker'] {
  const connect = createWorkerBroker()
  if (!('locks' in navigator)) return connect
  const openChannel = (name: string) => new BroadcastChannel(name)
  return shareBroker(connect, { locks: navigator.locks, openChannel, clock })
}

// Lazy, because few pages need them.
const loadCredentials = () => import('./credentials.ts')

/** Passkeys belong to a name: browsers refuse them at an IP address. */
const canHavePasskeys = () => 'PublicKeyCredential' in window && !/[\d\]]$/.test(location.hostname)

/** `photos`: database of pictures held on the device, one per app, because each deletes those that it doesn't list. */
export const createBrowserPlatform = ({ photos = 'handsfree' } = {}): Platform => ({
  storage: createStorage(() => window.localStorage, window),
  fetch: (input, init) => window.fetch(input, init),
  upload,
  // Lazy, because few pages need images.
  prepareImage: async (source) => (await import('./image.ts')).prepareImage(source),
  heldImages: lazyHeldImages(photos),
  connectBroker: connectBroker(),
  languages: () => navigator.languages,
  // Links for recipients have a `lang` parameter.
  requestedLanguages: () => [...languageOfCookie(), ...location.search.split('lang=').slice(1)],
  isOnline: () => navigator.onLine,
  onConnectivity: (listener) => listen(window, ['online', 'offline'], () => listener(navigator.onLine)),
  isVisible: () => document.visibilityState === 'visible',
  onReturn,
  onHide: (listener) =>
    listen(document, ['visibilitychange'], () => {
      if (document.visibilityState === 'hidden') listener()
    }),
  onUse: (listener) => listen(window, ['pointerdown', 'keydown', 'wheel', 'touchmove'], listener),
  now: () => Date.now(),
  clock,
  timeZone: () => knownZone(new Intl.DateTimeFormat().resolvedOptions().timeZone),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  ...('OTPCredential' in window
    ? { receiveCode: async (signal) => (await loadCredentials()).receiveCode(signal) }
    : {}),
  ...(canHavePasskeys() ? { loadPasskeys: loadCredentials } : {}),
  vibrate: (milliseconds) => {
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(milliseconds)
  },
  openPage: (url) => window.location.assign(url),
  reload: () => window.location.reload(),
  warn: (message) => console.warn(message),
})
