import type { DomainPlugin } from '../http/domain.ts'
import { buildOpenApi } from './openapi.ts'

export const openApiPlugin: DomainPlugin = (app) => {
  const document = JSON.stringify(buildOpenApi())
  app.get('/api/openapi.json', (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(document),
  )
}
