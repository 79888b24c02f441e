import { errorCodes } from '@handsfree/core/lib'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'
import { addFacts } from './call-facts.ts'
import { describeError } from './describe-error.ts'
import { routeOf } from './request-log.ts'

const fastifyRefusals: Record<string, ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new ApiError(errorCodes.paramError, 'body too large', { status: 413 }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new ApiError(errorCodes.paramError, 'unsupported content type', {
    status: 415,
  }),
}

const notJson = new ApiError(errorCodes.parseError, 'body is not JSON')

export function refuse(reply: FastifyReply, { status, code, message, details }: ApiError): FastifyReply {
  addFacts(reply.request, { code })
  return reply.status(status).header('cache-control', 'no-store').send({ code, message, result: details })
}

function logError(request: FastifyRequest, message: string, thrown: unknown): void {
  const error = describeError(thrown)
  addFacts(request, { error })
  request.log.error({ route: routeOf(request), ...error }, message)
}

/** Converts errors to envelopes. Unexpected errors become 1003 without details. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | ApiError>((error, request, reply) => {
    if (error instanceof ApiError) {
      if (error.cause) logError(request, error.message, error.cause)
      return refuse(reply, error)
    }
    const known = fastifyRefusals[error.code]
    if (known) return refuse(reply, known)
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return refuse(reply, new ApiError(errorCodes.paramError, 'param error', { status: error.statusCode }))
    }
    logError(request, 'unexpected error', error)
    return refuse(reply, new ApiError(errorCodes.internalServerError, 'internal server error'))
  })
}

/** Only accepts JSON; an empty body is undefined. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    parse(request, body, (error, value) => (error ? done(notJson) : done(null, value)))
  })
}
