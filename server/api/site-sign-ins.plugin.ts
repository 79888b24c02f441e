import { operatorListSignIns } from '@handsfree/core/contract'
import { countSiteSignIns, listSiteSignIns } from '../domain/users/site-sign-ins.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

export const siteSignInsPlugin: DomainPlugin = (app, services) => {
  route(app, services, operatorListSignIns, async ({ tx, employee, query, locale }) => {
    const { cursor, siteId: wanted = null } = query
    const siteId = employee.role === 'site' ? employee.siteId : wanted
    // Site workers only see their own site. Without a site id, the query would return every site's.
    const isForeign = employee.role === 'site' && (siteId === null || (wanted !== null && wanted !== siteId))
    const page = isForeign
      ? { list: [], nextCursor: null }
      : await listSiteSignIns(tx, { siteId, cursor, locale })
    const counts =
      cursor === undefined && !isForeign ? await countSiteSignIns(tx, services.now(), { siteId, locale }) : []
    return { ...page, counts }
  })
}
