import { patternOf } from '@handsfree/core/api'
import type { CallInput, CallShape, Locale, Schema } from '@handsfree/core/contract'
import { type ErrorCode, errorCodes } from '@handsfree/core/lib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Services } from '../services.ts'
import { ApiError } from './api-error.ts'
import { addFacts, addOrderId } from './call-facts.ts'
import { type CallerOf, identifyCaller, localeOf } from './caller.ts'
import type { Answer } from './idempotency.ts'

export type ParsedRequest<Shape extends CallShape> = CallInput<Shape> & {
  locale: Locale
  request: FastifyRequest
}

export type IdentifiedRequest<Shape extends CallShape> = ParsedRequest<Shape> & CallerOf<Shape['audience']>

/** Throw an `ApiError` to roll back; **return** one to commit, such as a counted failure. */
export type HandlerResult<Shape extends CallShape> = Promise<v.InferInput<Shape['result']> | ApiError>

/** Fastify options of a call. Authenticates before reading a large body. */
export const routeOptionsOf = (shape: CallShape, services: Pick<Services, 'callers' | 'keys'>) => ({
  method: shape.method,
  url: `/api${patternOf(shape)}`,
  ...(shape.bodyLimit === undefined
    ? {}
    : {
        bodyLimit: shape.bodyLimit,
        onRequest: async (request: FastifyRequest) => {
          await identifyCaller(request, shape, services)
        },
      }),
})

/** Returns 1000 for a non-object body, 1009 for invalid enum values, else 1008. */
function codeOfIssues(part: string, value: unknown, issues: readonly v.BaseIssue<unknown>[]): ErrorCode {
  const isObject = typeof (value ?? {}) === 'object' && !Array.isArray(value)
  if (part === 'body' && !isObject) return errorCodes.bodyNotMatch
  return issues.every(({ type }) => type === 'picklist') ? errorCodes.enumError : errorCodes.paramError
}

const messages: Partial<Record<ErrorCode, string>> = {
  [errorCodes.bodyNotMatch]: 'body not match',
  [errorCodes.enumError]: 'enum error',
}

/** Validates a part of a request. Throws 1000, 1008 or 1009 with the issues. */
export const readPart = (schema: Schema | undefined, value: unknown, part: string): unknown => {
  const parsed = v.safeParse(schema ?? v.strictObject({}), value ?? {})
  if (parsed.success) return schema ? parsed.output : undefined
  const issues = parsed.issues.map((issue) => ({
    path: [part, v.getDotPath(issue)].filter(Boolean).join('.'),
    message: issue.message,
  }))
  const code = codeOfIssues(part, value, parsed.issues)
  throw new ApiError(code, messages[code] ?? 'param error', { details: { issues: issues.slice(0, 20) } })
}

/**
 * Returns a memoized reader of a request and its caller. `body` is a body that was already read. Throws like
 * `readPart`.
 */
export function createRequestParser<Shape extends CallShape, By = unknown>(
  request: FastifyRequest,
  shape: Shape,
  caller: object = {},
  body?: unknown,
): () => ParsedRequest<Shape> & By {
  let parsed: (ParsedRequest<Shape> & By) | undefined
  return () => {
    parsed ??= {
      ...caller,
      params: readPart(shape.params, request.params, 'params'),
      query: readPart(shape.query, request.query, 'query'),
      body: body ?? (shape.method === 'POST' ? readPart(shape.body, request.body, 'body') : undefined),
      locale: localeOf(request),
      request,
    } as ParsedRequest<Shape> & By
    return parsed
  }
}

/** Wraps a result in the envelope. Strips fields that aren't in the contract. */
export const successEnvelope = <Shape extends CallShape>(
  shape: Shape,
  result: v.InferInput<Shape['result']>,
): Answer['envelope'] => ({ code: errorCodes.success, message: 'ok', result: v.parse(shape.result, result) })

export const toAnswer = <Shape extends CallShape>(
  shape: Shape,
  result: Awaited<HandlerResult<Shape>>,
): Answer =>
  result instanceof ApiError
    ? {
        status: result.status,
        envelope: { code: result.code, message: result.message, result: result.details },
      }
    : { status: 200, envelope: successEnvelope(shape, result) }

export function sendAnswer(reply: FastifyReply, { status, envelope, text }: Answer) {
  addFacts(reply.request, { code: envelope.code })
  if (status === 200) addOrderId(reply.request, envelope.result)
  reply.status(status).header('cache-control', 'no-store')
  return text === undefined ? reply.send(envelope) : reply.type('application/json; charset=utf-8').send(text)
}
