import type { Platform } from '@handsfree/core'
import { createConnectBroker } from './broker.ts'
import { browserCodec, createPrepareImage } from './image.ts'
import { shareBroker } from './shared-broker.ts'
import { createStorage } from './storage.ts'
import { upload } from './upload.ts'

/** Calls back for any of these events; answers how to stop. */
const listen = (target: EventTarget, types: readonly string[], listener: () => void) => {
  for (const type of types) target.addEventListener(type, listener)
  return () => {
    for (const type of types) target.removeEventListener(type, listener)
  }
}

/** One return fires several of these events at once. */
const returnMs = 500

const onReturn: Platform['onReturn'] = (listener) => {
  let returnedAt = performance.now()
  const report = () => {
    if (document.visibilityState !== 'visible' || performance.now() - returnedAt < returnMs) return
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

const connectBroker = createConnectBroker()

/** The browser, as core sees it. */
export const createBrowserPlatform = (): Platform => ({
  storage: createStorage(() => window.localStorage, window),
  fetch: (input, init) => window.fetch(input, init),
  upload,
  prepareImage: createPrepareImage(browserCodec),
  // Locks exist on secure origins only; elsewhere each tab connects for itself.
  connectBroker:
    'locks' in navigator
      ? shareBroker(connectBroker, {
          locks: navigator.locks,
          openChannel: (name) => new BroadcastChannel(name),
        })
      : connectBroker,
  languages: () => navigator.languages,
  isOnline: () => navigator.onLine,
  onConnectivity: (listener) => listen(window, ['online', 'offline'], () => listener(navigator.onLine)),
  onReturn,
  now: () => Date.now(),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  openPage: (url) => window.location.assign(url),
  reload: () => window.location.reload(),
  warn: (message) => console.warn(message),
})
