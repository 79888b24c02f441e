import { locationTypes } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { drawSite } from '../flows/demo/site-pictures.ts'
import { demoCatalogue } from '../runtime/demo/world.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'

const pictures = new Map<string, string>(
  demoCatalogue.sites.flatMap(({ siteId, type }) =>
    drawSite({ siteId, type: locationTypes[type] }).map((svg, index) => [`${siteId}/${index + 1}.svg`, svg]),
  ),
)

export const demoPlugin: DomainPlugin = (app, { settings }) => {
  if (!settings.demo) return
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
