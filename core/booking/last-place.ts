import type { App } from '../app.ts'
import { getQrSite, type QrSite } from '../contract/site.ts'
import { storageKeys } from '../lib/keys.ts'
import { createReading, type ReadingActor } from '../realtime/create-reading.ts'

/** The site of the last used QR code. Deletes an unknown code from storage. Created, not started. */
export function createLastPlace(app: App, qrId: string): ReadingActor<QrSite> {
  const reading = createReading(app, getQrSite, { params: { qrId } })
  reading.subscribe((snapshot) => {
    if (snapshot.matches('notThere')) app.platform.storage.remove(storageKeys.lastSite)
  })
  return reading
}
