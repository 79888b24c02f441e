import { errorCodes } from '@handsfree/core/api'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { domains } from './domains.ts'
import { ApiError } from './http/api-error.ts'
import type { DomainPlugin } from './http/domain.ts'
import { servePages, webFolder } from './http/pages.ts'
import { parseQuery } from './http/query.ts'
import { answerErrors, readJson, refuse } from './http/refusals.ts'
import { secureHeaders } from './http/security-headers.ts'
import type { Services } from './services.ts'

export type ServerOptions = {
  /** Tells unexpected errors, on standard output or to whoever is given. */
  logger?: boolean | { write(line: string): void }
  /** Domains beside the server's own; for tests of what all domains share. */
  extraDomains?: readonly DomainPlugin[]
  /** Folder of the web's build; by default the one in this repository, if it was made. */
  webFolder?: string
}

/** Bytes of a JSON body. */
const bodyLimit = 64 * 1024

/** Milliseconds within which a request must have arrived whole; an upload over a bad line takes its time. */
const requestTimeout = 120_000

/** The whole server, not yet listening: every domain's calls on one set of services, and the web's pages. */
export async function buildServer(
  services: Services,
  { logger = false, extraDomains = [], webFolder: pages = webFolder() }: ServerOptions = {},
): Promise<FastifyInstance> {
  const { settings } = services
  const app = Fastify({
    logger: logger && { level: 'warn', ...(logger === true ? {} : { stream: logger }) },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout,
    trustProxy: settings.trustedProxy.length > 0 && settings.trustedProxy,
    routerOptions: { querystringParser: parseQuery },
    frameworkErrors: (_error, _request, reply) => {
      refuse(reply, new ApiError(errorCodes.notFound, 'not found'))
    },
  })
  readJson(app)
  answerErrors(app)
  await secureHeaders(app, settings)
  for (const domain of [...domains, ...extraDomains]) await domain(app, services)
  await servePages(app, pages)
  await app.ready()
  return app
}
