import {
  type CallInput,
  type CallShape,
  errorCodes,
  type Locale,
  patternOf,
  type Schema,
} from '@handsfree/core/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Database, Transaction } from '../db/database.ts'
import { type Afterwards, type EndingWork, inTransaction, type Work } from '../db/work.ts'
import type { Services } from '../services.ts'
import { ApiError } from './api-error.ts'
import { type CallerOf, identifyCaller, localeOf } from './caller.ts'
import { type Answer, idempotencyKeyOf, isAnswered, once } from './idempotency.ts'

/**
 * Input of a call's handler. `tx` of a POST is its transaction, of a GET the database itself. `afterCommit` runs a task
 * after the commit (of a GET: once the answer is made).
 */
export type HandlerInput<Shape extends CallShape, Ahead = undefined> = AheadInput<Shape> & {
  tx: Shape['method'] extends 'POST' ? Transaction : Database
  afterCommit: Work['afterCommit']
  ahead: Ahead
}

/** Input of the work ahead of a call's transaction. */
export type AheadInput<Shape extends CallShape> = CallInput<Shape> &
  CallerOf<Shape['audience']> & { locale: Locale; request: FastifyRequest }

/**
 * Returns the result, throws an `ApiError` (rolls back) or **returns** one (commits, such as a wrong try that was
 * counted).
 */
export type Handler<Shape extends CallShape, Ahead = undefined> = (
  input: HandlerInput<Shape, Ahead>,
) => Promise<v.InferInput<Shape['result']> | ApiError>

/** Work before the handler's transaction, such as asking a provider; not for a repeat whose answer is stored. */
type WorkAhead<Shape extends CallShape, Ahead> = (input: AheadInput<Shape>) => Promise<Ahead>

const readPart = (schema: Schema | undefined, value: unknown, part: string): unknown => {
  const parsed = v.safeParse(schema ?? v.strictObject({}), value ?? {})
  if (parsed.success) return schema ? parsed.output : undefined
  const issues = parsed.issues.map((issue) => ({
    path: [part, v.getDotPath(issue)].filter(Boolean).join('.'),
    message: issue.message,
  }))
  throw new ApiError(errorCodes.paramError, 'param error', { details: { issues: issues.slice(0, 20) } })
}

/** A GET's work: no transaction, its tasks run when the answer is made. */
async function read(
  answer: (tx: Database, afterCommit: Work['afterCommit']) => Promise<Answer>,
  db: Database,
): Promise<Answer> {
  const tasks: Afterwards[] = []
  const made = await answer(db, (task) => tasks.push(task))
  for (const task of tasks) await task()
  return made
}

/** The envelope of a success. Strips fields that are not in the contract. */
export const success = <Shape extends CallShape>(
  shape: Shape,
  result: v.InferInput<Shape['result']>,
): Answer['envelope'] => ({ code: errorCodes.success, message: 'ok', result: v.parse(shape.result, result) })

const refusal = (error: ApiError): Answer => ({
  status: error.status,
  envelope: { code: error.code, message: error.message, result: error.details },
})

/**
 * Registers one call of the contract below `/api`: checks path, query (arrays in brackets style) and body, the audience
 * and the idempotency key, runs a POST in a transaction, and strips fields that are not in the contract from the
 * result. Refuses with 1008 and the issues, 1010, 1011.
 */
export function route<const Shape extends CallShape, Ahead = undefined>(
  app: FastifyInstance,
  services: Services,
  shape: Shape,
  handler: Handler<Shape, Ahead>,
  workAhead?: WorkAhead<Shape, Ahead>,
): void {
  app.route({
    method: shape.method,
    url: `/api${patternOf(shape)}`,
    async handler(request, reply) {
      const caller = await identifyCaller(request, shape, services)
      const isPost = shape.method === 'POST'
      const readInput = () => ({
        params: readPart(shape.params, request.params, 'params'),
        query: readPart(shape.query, request.query, 'query'),
        body: isPost ? readPart(shape.body, request.body, 'body') : undefined,
      })
      const idempotencyKey = shape.idempotent ? idempotencyKeyOf(request) : null
      const callerId = caller.traveller?.uin ?? caller.employee?.employeeId ?? ''
      const checked = idempotencyKey ? null : readInput()
      const isRepeat =
        workAhead && idempotencyKey && (await isAnswered(services.db, callerId, idempotencyKey))
      const given = { ...caller, locale: localeOf(request), request }
      const ahead =
        workAhead && !isRepeat
          ? await workAhead({ ...(checked ?? readInput()), ...given } as unknown as AheadInput<Shape>)
          : undefined

      const answer = async (tx: Database, afterCommit: Work['afterCommit']): Promise<Answer> => {
        const input = checked ?? readInput()
        const all = { ...input, ...given, tx, afterCommit, ahead }
        const result = await handler(all as unknown as HandlerInput<Shape, Ahead>)
        if (result instanceof ApiError) return refusal(result)
        return { status: 200, envelope: success(shape, result) }
      }

      const work = ({ tx, afterCommit, endWith }: EndingWork): Promise<Answer> => {
        if (!idempotencyKey) return answer(tx, afterCommit)
        const sent = {
          caller: callerId,
          key: idempotencyKey,
          // As it was sent: a repeat finds its answer also when a newer contract reads it otherwise, or refuses it.
          request: [shape.path, request.params, request.query, request.body],
          now: services.now(),
        }
        return once({ tx, endWith }, sent, () => answer(tx, afterCommit))
      }

      const { status, envelope } = isPost
        ? await inTransaction(services.db, work)
        : await read(answer, services.db)
      return reply.status(status).header('cache-control', 'no-store').send(envelope)
    },
  })
}
