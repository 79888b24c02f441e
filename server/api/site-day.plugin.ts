import { closeSiteToday, getSiteDay, reopenSiteToday } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { closeSite, readSiteDay, reopenSite } from '../flows/site-day.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import type { Employee } from '../runtime/services.ts'

/** Another site answers a desk like an unknown one. */
function requireOwnSite({ role, siteId: own }: Employee, siteId: string): void {
  if (role === 'site' && own !== siteId) throw new ApiError(errorCodes.siteNotExists, 'site not exists')
}

/** A site's day, and closing it for today. */
export const siteDayPlugin: DomainPlugin = (app, services) => {
  const { now } = services

  route(app, services, getSiteDay, ({ tx, params: { siteId }, employee, locale }) => {
    requireOwnSite(employee, siteId)
    return readSiteDay(tx, siteId, now(), locale)
  })

  route(app, services, closeSiteToday, async ({ tx, afterCommit, params, body, employee, locale }) => {
    const { siteId } = params
    requireOwnSite(employee, siteId)
    const actor = `employee:${employee.employeeId}`
    await closeSite({ tx, afterCommit }, services, { siteId, actor, reason: body.reason })
    return readSiteDay(tx, siteId, now(), locale)
  })

  route(app, services, reopenSiteToday, async ({ tx, afterCommit, params: { siteId }, employee, locale }) => {
    requireOwnSite(employee, siteId)
    await reopenSite({ tx, afterCommit }, services, { siteId, actor: `employee:${employee.employeeId}` })
    return readSiteDay(tx, siteId, now(), locale)
  })
}
