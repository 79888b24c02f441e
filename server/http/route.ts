import {
  type CallInput,
  type CallShape,
  type ErrorCode,
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
import { type Caller, type CallerOf, identifyCaller, localeOf, notLoggedIn, sentTokenHash } from './caller.ts'
import { type ClaimedKey, claimKey } from './claim-key.ts'
import { type Answer, checkKey, type Ending, idempotencyKeyOf, isAnswered, once } from './idempotency.ts'

/**
 * Input of a call's handler. `tx` of a POST is its transaction, of a GET the database itself. `afterCommit` runs a task
 * after the commit (of a GET: once the answer is made).
 */
export type HandlerInput<
  Shape extends CallShape,
  Ahead = undefined,
  Early = undefined,
> = AheadInput<Shape> & {
  tx: Shape['method'] extends 'POST' ? Transaction : Database
  afterCommit: Work['afterCommit']
  /** Gives a POST its last statement. */
  endWith: (last: Ending) => void
  ahead: Ahead
  early: Early
}

/** Input of the work ahead of a call's transaction. */
export type AheadInput<Shape extends CallShape> = CallInput<Shape> &
  CallerOf<Shape['audience']> & { locale: Locale; request: FastifyRequest }

/**
 * Returns the result, throws an `ApiError` (rolls back) or **returns** one (commits, such as a wrong try that was
 * counted).
 */
export type Handler<Shape extends CallShape, Ahead = undefined, Early = undefined> = (
  input: HandlerInput<Shape, Ahead, Early>,
) => Promise<v.InferInput<Shape['result']> | ApiError>

/** Input of the statements that an idempotent call begins with, while its traveller is identified. */
export type EarlyInput<Shape extends CallShape> = CallInput<Shape> & {
  tx: Transaction
  tokenHash: string
  locale: Locale
}

type Before<Shape extends CallShape, Ahead, Early> = {
  /** Work before the handler's transaction, such as asking a provider; not for a repeat whose answer is stored. */
  ahead?: (input: AheadInput<Shape>) => Promise<Ahead>
  /**
   * Reads of a traveller's idempotent call that travel with the claim of its key, which locks the traveller: a repeat
   * makes them too.
   */
  early?: (input: EarlyInput<Shape>) => Promise<Early>
  /** Reads a large body in pieces, so that other requests are handled in between. Throws as `readPart` does. */
  readBody?: (body: unknown) => Promise<unknown>
  /** Names of the locks that the transaction takes first, in their order: calls for the same ones take turns. */
  turns?: (input: AheadInput<Shape>) => string[]
  /** Adds to a success what the answer of a key is not stored with, such as a link's token; for a repeat too. */
  complete?: (
    result: v.InferOutput<Shape['result']>,
    input: AheadInput<Shape>,
  ) => Promise<v.InferInput<Shape['result']>>
}

/** The code of a request that does not fit: 1000 for a body that is no object, 1009 for choices that are none, else 1008. */
function codeOfIssues(part: string, value: unknown, issues: readonly v.BaseIssue<unknown>[]): ErrorCode {
  const isObject = typeof (value ?? {}) === 'object' && !Array.isArray(value)
  if (part === 'body' && !isObject) return errorCodes.bodyNotMatch
  return issues.every(({ type }) => type === 'picklist') ? errorCodes.enumError : errorCodes.paramError
}

const messages: Partial<Record<ErrorCode, string>> = {
  [errorCodes.bodyNotMatch]: 'body not match',
  [errorCodes.enumError]: 'enum error',
}

/** A part of a request as its schema reads it. Throws 1000, 1008 or 1009 with the issues. */
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

/** A GET's work: no transaction, its tasks run when the answer is made. */
async function read(
  answer: (work: Omit<Work, 'tx'> & { tx: Database }) => Promise<Answer>,
  db: Database,
): Promise<Answer> {
  const tasks: Afterwards[] = []
  const made = await answer({ tx: db, afterCommit: (task) => tasks.push(task) })
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
 * and the idempotency key, runs a POST in a transaction that locks its traveller's account, and strips fields that are not in the contract from the
 * result. Refuses with 1000, 1008 or 1009 and the issues, 1010, 1011.
 */
export function route<const Shape extends CallShape, Ahead = undefined, Early = undefined>(
  app: FastifyInstance,
  services: Services,
  shape: Shape,
  handler: Handler<Shape, Ahead, Early>,
  before: Before<Shape, Ahead, Early> = {},
): void {
  const isPost = shape.method === 'POST'
  app.route({
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
    async handler(request, reply) {
      const idempotencyKey = shape.idempotent ? idempotencyKeyOf(request) : null
      const tokenHash = before.early && idempotencyKey ? sentTokenHash(request) : null
      // With early statements, claiming the key identifies the caller.
      let caller: Caller | null = tokenHash ? null : await identifyCaller(request, shape, services)
      if (shape.idempotent) checkKey(request, idempotencyKey, shape.idempotent === true)
      const ownBody = before.readBody && (await before.readBody(request.body))
      let input: object | undefined
      const readInput = () => {
        input ??= {
          params: readPart(shape.params, request.params, 'params'),
          query: readPart(shape.query, request.query, 'query'),
          body: ownBody ?? (isPost ? readPart(shape.body, request.body, 'body') : undefined),
          locale: localeOf(request),
          request,
        }
        return input
      }
      const readAll = () => ({ ...readInput(), ...caller }) as AheadInput<Shape>
      const callerId = caller?.traveller?.uin ?? caller?.employee?.employeeId ?? ''
      if (!idempotencyKey) readInput()
      const isRepeat =
        before.ahead && idempotencyKey && (await isAnswered(services.db, callerId, idempotencyKey))
      const ahead = before.ahead && !isRepeat ? await before.ahead(readAll()) : undefined

      const answer = async (
        work: Omit<Work, 'tx'> & { tx: Database; endWith?: (last: Ending) => void },
        early?: Early,
      ): Promise<Answer> => {
        const given = { ...readAll(), ...work, ahead, early }
        const result = await handler(given as unknown as HandlerInput<Shape, Ahead, Early>)
        if (result instanceof ApiError) return refusal(result)
        return { status: 200, envelope: success(shape, result) }
      }

      const work = async ({ endWith, ...given }: EndingWork): Promise<Answer> => {
        const { tx } = given
        // Account deletion takes the same lock: a call that is under way writes nothing into a deleted account.
        const lockAccount = async () => {
          if (caller?.traveller) await services.callers.lockTraveller(tx, caller.traveller.uin)
        }
        if (!idempotencyKey) {
          await lockAccount()
          return answer({ ...given, endWith: (last) => endWith(last()) })
        }
        const sent = {
          key: idempotencyKey,
          // As it was sent: a repeat finds its answer also when a newer contract reads it otherwise, or refuses it.
          request: [shape.path, request.params, request.query, request.body],
          now: services.now(),
        }
        const claim = async (claimed: ClaimedKey) => {
          if (!tokenHash) {
            await lockAccount()
            return { caller: callerId, isClaimed: await claimKey(tx, callerId, claimed) }
          }
          const found = await services.callers.claimTravellersKey(tx, tokenHash, claimed)
          if (!found) throw notLoggedIn()
          const { traveller, isClaimed } = found
          caller = { traveller, employee: null }
          return { caller: traveller.uin, isClaimed }
        }
        const begin = async () =>
          before.early?.({ ...readInput(), tx, tokenHash } as unknown as EarlyInput<Shape>)
        return once({ tx, endWith }, sent, claim, begin, (early, last) =>
          answer({ ...given, endWith: last }, early),
        )
      }

      const account = caller?.traveller?.uin ?? tokenHash
      const turns = isPost
        ? [...(account ? [`account ${account}`] : []), ...(before.turns?.(readAll()) ?? [])]
        : []
      const answered = isPost
        ? await inTransaction(services.db, work, (run) => services.requestLimits.inTurn(turns, run))
        : await read(answer, services.db)
      const { status, text } = answered
      reply.status(status).header('cache-control', 'no-store')
      if (before.complete && status === 200) {
        const result = await before.complete(answered.envelope.result as never, readAll())
        return reply.send(success(shape, result))
      }
      return text === undefined
        ? reply.send(answered.envelope)
        : reply.type('application/json; charset=utf-8').send(text)
    },
  })
}
