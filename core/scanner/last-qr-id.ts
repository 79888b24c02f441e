import type { App } from '../app.ts'
import { storageKeys } from '../lib/keys.ts'

/** QR id of the last order started on this device; null if none. */
export function lastQrId(app: App): string | null {
  const qrId = app.platform.storage.get(storageKeys.lastSite)
  return qrId !== null && /^[\w-]{1,64}$/.test(qrId) ? qrId : null
}
