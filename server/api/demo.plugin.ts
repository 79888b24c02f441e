import { locationTypes, startDemoCrewSession } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { deviceName } from '../domain/account/device-name.ts'
import { startCrewSession } from '../domain/users/crew-sessions.ts'
import { drawSite } from '../flows/demo/site-pictures.ts'
import { demoCatalogue } from '../runtime/demo/world.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

const pictures = new Map<string, string>(
  demoCatalogue.sites.flatMap(({ siteId, type }) =>
    drawSite({ siteId, type: locationTypes[type] }).map((svg, index) => [`${siteId}/${index + 1}.svg`, svg]),
  ),
)

export const demoPlugin: DomainPlugin = (app, services) => {
  if (!services.settings.demo) return
  route(app, services, startDemoCrewSession, async ({ tx, body: { employeeId }, request, locale }) => {
    if (!demoCatalogue.employees.some((one) => one.employeeId === employeeId)) {
      throw new ApiError(errorCodes.userNotExists, 'user not exists', { status: 404 })
    }
    const device = deviceName(request.headers['user-agent'])
    return startCrewSession(tx, services, employeeId, { device, locale })
  })
  app.get<{ Params: { '*': string } }>('/demo/sites/*', (request, reply) => {
    const picture = pictures.get(request.params['*'])
    if (!picture) throw new ApiError(errorCodes.notFound, 'not found')
    return reply
      .headers({
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "sandbox; default-src 'none'",
      })
      .send(picture)
  })
}
