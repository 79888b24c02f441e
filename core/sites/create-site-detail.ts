import type { App } from '../app.ts'
import { getQrSite, getSite, type QrSite, type SiteDetail } from '../contract/site.ts'
import { createReading, type ReadingActor } from '../realtime/create-reading.ts'

/** Reads one site; not found if unknown (3002). Created, not started. */
export const createSiteDetail = (app: App, siteId: string): ReadingActor<SiteDetail> =>
  createReading(app, getSite, { params: { siteId } })

/** Reads the site of a QR code; not found if unknown (3002). Created, not started. */
export const createQrSite = (app: App, qrId: string): ReadingActor<QrSite> =>
  createReading(app, getQrSite, { params: { qrId } })
