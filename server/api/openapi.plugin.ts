import type { DomainPlugin } from '../runtime/http/domain.ts'
import { buildOpenApi } from './openapi.ts'

let document: string | undefined

/** Built on first use, which takes 250 ms. */
const openApiDocument = (): string => {
  document ??= JSON.stringify(buildOpenApi())
  return document
}

export const openApiPlugin: DomainPlugin = (app) => {
  app.get('/api/openapi.json', (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(openApiDocument()),
  )
}
