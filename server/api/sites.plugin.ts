import { getQrSite, getSite, listSites, type Site } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { showQrSite, showSite, withOffset } from '../domain/catalogue/show-sites.ts'
import { searchSites } from '../domain/sites/sites.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

const siteNotExists = () => new ApiError(errorCodes.siteNotExists, 'site does not exist')

export const sitesPlugin: DomainPlugin = (app, services) => {
  const { now } = services
  route(app, services, getQrSite, async ({ tx, params, locale }) => {
    const site = await showQrSite(tx, params.qrId, now(), locale)
    if (!site) throw siteNotExists()
    return site
  })

  route(app, services, listSites, async ({ tx, query, locale }) => {
    const { list, elsewhere, nextCursor } = await searchSites(tx, query, locale)
    const place = <Place extends Site>(site: Place) => withOffset(site, now())
    return { list: list.map(place), elsewhere: elsewhere.map(place), nextCursor }
  })

  route(app, services, getSite, async ({ tx, params, locale }) => {
    const site = await showSite(tx, params.siteId, now(), locale)
    if (!site) throw siteNotExists()
    return site
  })
}
