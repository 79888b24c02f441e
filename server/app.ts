import { errorCodes } from '@handsfree/core/api'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { domains } from './domains.ts'
import { ApiError } from './http/api-error.ts'
import type { DomainPlugin } from './http/domain.ts'
import { parseQuery } from './http/query.ts'
import type { Services } from './services.ts'

export type ServerOptions = {
  /** Where unexpected errors go; false is silent. */
  logger?: boolean
  /** Domains beside the server's own; for tests of what all domains share. */
  extraDomains?: readonly DomainPlugin[]
}

/** Bytes of a JSON body. */
const bodyLimit = 64 * 1024

/** Milliseconds within which a request must have arrived whole; an upload over a bad line takes its time. */
const requestTimeout = 120_000

/** What a client reads when Fastify itself refuses a request. */
const fastifyRefusals: Record<string, ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new ApiError(errorCodes.paramError, 'body too large', { status: 413 }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new ApiError(errorCodes.paramError, 'unsupported content type', {
    status: 415,
  }),
  FST_ERR_CTP_INVALID_JSON_BODY: new ApiError(errorCodes.parseError, 'body is not JSON'),
}

const send = (reply: FastifyReply, { status, code, message, details }: ApiError) =>
  reply.status(status).send({ code, message, result: details })

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | ApiError>((error, request, reply) => {
    if (error instanceof ApiError) return send(reply, error)
    const known = fastifyRefusals[error.code]
    if (known) return send(reply, known)
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return send(reply, new ApiError(errorCodes.paramError, 'param error', { status: error.statusCode }))
    }
    request.log.error({ error, path: request.routeOptions.url }, 'unexpected error')
    return send(reply, new ApiError(errorCodes.internalServerError, 'internal server error'))
  })
  app.setNotFoundHandler((_request, reply) => send(reply, new ApiError(errorCodes.notFound, 'not found')))
}

/** JSON bodies; an empty one is no body. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    parse(request, body, (error, value) => {
      if (error) done(fastifyRefusals.FST_ERR_CTP_INVALID_JSON_BODY!)
      else done(null, value)
    })
  })
}

/** The whole server, not yet listening: every domain's calls on one set of services. */
export async function buildServer(
  services: Services,
  { logger = false, extraDomains = [] }: ServerOptions = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout,
    trustProxy: services.settings.trustedProxy.length > 0 && services.settings.trustedProxy,
    routerOptions: { querystringParser: parseQuery },
    frameworkErrors: (_error, _request, reply) => {
      send(reply, new ApiError(errorCodes.notFound, 'not found'))
    },
  })
  readJson(app)
  answerErrors(app)
  for (const domain of [...domains, ...extraDomains]) await domain(app, services)
  await app.ready()
  return app
}
