import type { App } from '../app.ts'
import { storageKeys } from '../lib/keys.ts'

/** The QR id of the last order that was begun on this device; null when there is none. */
export function lastQrId(app: App): string | null {
  const qrId = app.platform.storage.get(storageKeys.lastSite)
  return qrId !== null && /^[\w-]{1,64}$/.test(qrId) ? qrId : null
}
