import type { App } from '../app.ts'

/** Storage key of the QR id that an order was last begun with (spec section 3). */
export const lastSiteKey = 'lastSiteQRId'

/** The QR id that an order was last begun with; null when there was none. */
export function lastQrId(app: App): string | null {
  const qrId = app.platform.storage.get(lastSiteKey)
  return qrId !== null && /^[\w-]{1,64}$/.test(qrId) ? qrId : null
}
