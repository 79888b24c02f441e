import type { CallShape } from '@handsfree/core/contract'
import type { FastifyInstance } from 'fastify'
import type * as v from 'valibot'
import type { Database, Transaction } from '../db/database.ts'
import { type AfterCommitTask, type FinalizableWork, inTransaction, type Work } from '../db/work.ts'
import type { Services } from '../services.ts'
import {
  createRequestParser,
  type HandlerResult,
  type IdentifiedRequest,
  routeOptionsOf,
  sendAnswer,
  successEnvelope,
  toAnswer,
} from './call.ts'
import { type CallerOf, identifyCaller } from './caller.ts'
import {
  type Answer,
  findAnswer,
  isAnswered,
  reserveKey,
  sentKey,
  storeAnswer,
  toKeyReservation,
} from './idempotency.ts'

/**
 * `tx` is the transaction of a POST, or the database for a GET. `afterCommit` tasks of a GET run once the answer is
 * ready.
 */
type HandlerInput<Shape extends CallShape, BeforeResult> = IdentifiedRequest<Shape> & {
  tx: Shape['method'] extends 'POST' ? Transaction : Database
  afterCommit: Work['afterCommit']
  beforeResult: BeforeResult
}

type Options<Shape extends CallShape, BeforeResult> = {
  /** Runs before the transaction, for example a provider request. Skipped on replays. */
  beforeTransaction?: (sent: IdentifiedRequest<Shape>) => Promise<BeforeResult>
  /** Reads a large body in chunks, yielding to the event loop. Throws like `readPart`. */
  readBody?: (body: unknown) => Promise<unknown>
  /** Names of locks that the transaction takes first, in order. Calls with the same names are queued. */
  queueKeys?: (sent: IdentifiedRequest<Shape>) => string[]
  /** Adds fields that aren't stored with the answer, such as a link token. Also runs on replays. */
  completeResult?: (
    result: v.InferOutput<Shape['result']>,
    sent: IdentifiedRequest<Shape>,
  ) => Promise<v.InferInput<Shape['result']>>
}

async function runRead(db: Database, answer: (work: ReadWork) => Promise<Answer>): Promise<Answer> {
  const tasks: AfterCommitTask[] = []
  const made = await answer({ tx: db, afterCommit: (task) => tasks.push(task) })
  for (const task of tasks) await task()
  return made
}
type ReadWork = Omit<Work, 'tx'> & { tx: Database }

/**
 * Registers a call below `/api`. Validates path, query and body, authenticates, handles the idempotency key and
 * strips unknown result fields. POSTs run in a transaction that locks the traveller. Rejects with 1000, 1008 or 1009
 * and the issues, 1010, 1011.
 */
export function route<const Shape extends CallShape, BeforeResult = undefined>(
  app: FastifyInstance,
  services: Services,
  shape: Shape,
  handler: (input: HandlerInput<Shape, BeforeResult>) => HandlerResult<Shape>,
  { beforeTransaction, readBody, queueKeys, completeResult }: Options<Shape, BeforeResult> = {},
): void {
  const { db, callers, requestLimits, now } = services
  app.route({
    ...routeOptionsOf(shape, services),
    async handler(request, reply) {
      const caller = await identifyCaller(request, shape, services)
      const key = shape.idempotent ? sentKey(request, shape.idempotent === true) : null
      const body = await readBody?.(request.body)
      const parseRequest = createRequestParser<Shape, CallerOf<Shape['audience']>>(
        request,
        shape,
        caller,
        body,
      )
      // With a key, validate later: replays must succeed even if a newer contract rejects them.
      if (!key) parseRequest()
      const uin = caller.traveller?.uin
      const callerId = uin ?? caller.employee?.employeeId ?? ''
      const isRepeat = beforeTransaction && key && (await isAnswered(db, callerId, key))
      const found = beforeTransaction && !isRepeat ? await beforeTransaction(parseRequest()) : undefined

      const answer = async (work: ReadWork) =>
        toAnswer(
          shape,
          await handler({ ...parseRequest(), ...work, beforeResult: found } as HandlerInput<
            Shape,
            BeforeResult
          >),
        )

      const write = async ({ addFinalStatement, ...work }: FinalizableWork): Promise<Answer> => {
        const { tx } = work
        const reservation = key && toKeyReservation(key, request, shape, now())
        // Account deletion takes the same lock, so running calls can't write to a deleted account.
        if (uin) await callers.lockTraveller(tx, uin)
        if (!reservation) return answer(work)
        if (!(await reserveKey(tx, callerId, reservation))) return findAnswer(tx, callerId, reservation)
        return storeAnswer(
          { tx, addFinalStatement },
          { ...reservation, caller: callerId },
          await answer(work),
        )
      }

      const inTurn = <Value>(run: () => Promise<Value>) =>
        requestLimits.inTurn(
          [...(uin ? [`account ${uin}`] : []), ...(queueKeys?.(parseRequest()) ?? [])],
          run,
        )
      const answered =
        shape.method === 'POST' ? await inTransaction(db, write, inTurn) : await runRead(db, answer)
      if (!completeResult || answered.status !== 200) return sendAnswer(reply, answered)
      const whole = await completeResult(
        answered.envelope.result as v.InferOutput<Shape['result']>,
        parseRequest(),
      )
      return sendAnswer(reply, { status: 200, envelope: successEnvelope(shape, whole) })
    },
  })
}
