import accepts from '@fastify/accepts'
import { errorCodes } from '@handsfree/core/lib'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { brandSource } from '../domain/catalogue/brand.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { readForwardedAddresses } from '../runtime/http/client-network.ts'
import { compressAnswers } from '../runtime/http/compress-answers.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { recordFailedCalls } from '../runtime/http/failed-calls.ts'
import { limitPipelining } from '../runtime/http/limit-pipelining.ts'
import { limitRequests } from '../runtime/http/limit-requests.ts'
import { refuseOtherHosts } from '../runtime/http/one-host.ts'
import { routableUrl, servePages, webFolder } from '../runtime/http/pages.ts'
import { parseQuery } from '../runtime/http/query.ts'
import { answerErrors, readJson, refuse } from '../runtime/http/refusals.ts'
import { limitBodies, type RequestTimes, requestTimes } from '../runtime/http/request-bodies.ts'
import { logRequests, requestIdBy } from '../runtime/http/request-log.ts'
import { addRetryAfter } from '../runtime/http/retry-after.ts'
import { secureHeaders } from '../runtime/http/security-headers.ts'
import { traceRequests } from '../runtime/http/trace-requests.ts'
import { type LineStream, logOptions } from '../runtime/log.ts'
import type { Services } from '../runtime/services.ts'
import { publicOrigin } from '../runtime/settings/public-origin.ts'
import { domains } from './domains.ts'

export type ServerOptions = {
  /** `true` logs to standard output; a stream gets JSON lines. */
  logger?: boolean | LineStream
  extraDomains?: readonly DomainPlugin[]
  /** The web build's folder. Defaults to this repository's, if it exists. */
  webFolder?: string
  /** Request timeouts; shorter in tests. */
  times?: Partial<RequestTimes>
}

const bodyLimit = 64 * 1024

/** Builds the server without listening. */
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
    logger: logger && logOptions(settings, logger === true ? undefined : logger),
    genReqId: requestIdBy(settings.trustedProxy.length > 0, services.random),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit,
    // While stopping, answer requests on open connections and then close them.
    return503OnClosing: false,
    // No total timeout: uploads on slow connections take long.
    requestTimeout: 0,
    connectionTimeout,
    http: { headersTimeout, connectionsCheckingInterval },
    trustProxy: settings.trustedProxy.length > 0 && settings.trustedProxy,
    routerOptions: { querystringParser: parseQuery },
    rewriteUrl: routableUrl,
    frameworkErrors: (_error, _request, reply) => {
      refuse(reply, new ApiError(errorCodes.notFound, 'not found'))
    },
  })
  if (settings.trustedProxy.length > 0) readForwardedAddresses(app)
  limitPipelining(app.server, services)
  logRequests(app)
  if (settings.tracesUrl !== null) traceRequests(app)
  recordFailedCalls(app, services)
  await app.register(accepts)
  compressAnswers(app)
  refuseOtherHosts(app)
  addRetryAfter(app)
  limitBodies(app, bodyTimes)
  readJson(app)
  answerErrors(app)
  secureHeaders(app, settings)
  limitRequests(app, services)
  // Clients set their clocks by it.
  app.addHook('onSend', async (_request, reply) => {
    reply.header('date', now().toUTCString())
  })
  for (const domain of [...domains, ...extraDomains]) await domain(app, services)
  await servePages(app, pages, services, { origin: publicOrigin(settings), brands: brandSource(services) })
  await app.ready()
  return app
}
