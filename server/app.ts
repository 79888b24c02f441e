import accepts from '@fastify/accepts'
import { errorCodes } from '@handsfree/core/api'
import { escapeUnprintable } from '@handsfree/core/text'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { domains } from './domains.ts'
import { ApiError } from './http/api-error.ts'
import type { DomainPlugin } from './http/domain.ts'
import { takeOneHost } from './http/one-host.ts'
import { servePages, webFolder } from './http/pages.ts'
import { parseQuery } from './http/query.ts'
import { answerErrors, readJson, refuse } from './http/refusals.ts'
import { boundBodies, type RequestTimes, requestTimes } from './http/request-bodies.ts'
import { nameRetryAfter } from './http/retry-after.ts'
import { secureHeaders } from './http/security-headers.ts'
import type { Services } from './services.ts'

export type ServerOptions = {
  /** Tells unexpected errors, on standard output or to whoever is given. */
  logger?: boolean | { write(line: string): void }
  /** Domains beside the server's own; for tests of what all domains share. */
  extraDomains?: readonly DomainPlugin[]
  /** Folder of the web's build; by default the one in this repository, if it was made. */
  webFolder?: string
  /** How long a request may take to arrive; shorter in tests. */
  times?: Partial<RequestTimes>
}

/** Escapes what a terminal may obey: an error's text may hold what somebody sent. */
const printable = (stream: { write(line: string): unknown }) => ({
  write(line: string) {
    stream.write(`${escapeUnprintable(line.trimEnd())}\n`)
  },
})

/** Bytes of a JSON body. */
const bodyLimit = 64 * 1024

/** The whole server, not yet listening: every domain's calls on one set of services, and the web's pages. */
export async function buildServer(
  services: Services,
  { logger = false, extraDomains = [], webFolder: pages = webFolder(), times }: ServerOptions = {},
): Promise<FastifyInstance> {
  const { settings, now } = services
  const {
    headers: headersTimeout,
    check: connectionsCheckingInterval,
    idle: connectionTimeout,
    ...bodyTimes
  } = { ...requestTimes, ...times }
  const app = Fastify({
    logger: logger && { level: 'warn', stream: printable(logger === true ? process.stdout : logger) },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    // A request on an open line is answered while the server stops, and its line closed.
    return503OnClosing: false,
    // No bound on the whole: an upload over a bad line takes its time.
    requestTimeout: 0,
    connectionTimeout,
    http: { headersTimeout, connectionsCheckingInterval },
    trustProxy: settings.trustedProxy.length > 0 && settings.trustedProxy,
    routerOptions: { querystringParser: parseQuery },
    frameworkErrors: (_error, _request, reply) => {
      refuse(reply, new ApiError(errorCodes.notFound, 'not found'))
    },
  })
  await app.register(accepts)
  takeOneHost(app)
  nameRetryAfter(app)
  boundBodies(app, bodyTimes)
  readJson(app)
  answerErrors(app)
  await secureHeaders(app, settings)
  // Clients live by the server's clock, and read it here.
  app.addHook('onSend', async (_request, reply) => {
    reply.header('date', now().toUTCString())
  })
  for (const domain of [...domains, ...extraDomains]) await domain(app, services)
  await servePages(app, pages)
  await app.ready()
  return app
}
