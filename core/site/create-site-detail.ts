import { getQrSite, getSite, type QrSite, type SiteDetail } from '../api/contract/site.ts'
import type { App } from '../app.ts'
import { createResource, type ResourceActor } from '../resource/create-resource.ts'

/** Reads one site; not there when it is unknown (3002). Not started yet. */
export const createSiteDetail = (app: App, siteId: string): ResourceActor<SiteDetail> =>
  createResource(app, (signal) => app.api.call(getSite, { params: { siteId } }, { signal }))

/** Reads the place behind a QR code; not there when it is unknown (3002). Not started yet. */
export const createQrSite = (app: App, qrId: string): ResourceActor<QrSite> =>
  createResource(app, (signal) => app.api.call(getQrSite, { params: { qrId } }, { signal }))
