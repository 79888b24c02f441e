import type { App } from '../app.ts'
import { storageKeys } from '../storage/keys.ts'

/** The QR id that an order was last begun with; null when there was none. */
export function lastQrId(app: App): string | null {
  const qrId = app.platform.storage.get(storageKeys.lastSite)
  return qrId !== null && /^[\w-]{1,64}$/.test(qrId) ? qrId : null
}
