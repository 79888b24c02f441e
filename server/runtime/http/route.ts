import type { CallShape } from '@handsfree/core/contract'
import type { FastifyInstance } from 'fastify'
import type * as v from 'valibot'
import type { Database, Transaction } from '../db/database.ts'
import { type Afterwards, type EndingWork, inTransaction, type Work } from '../db/work.ts'
import type { Services } from '../services.ts'
import { answerOf, optionsOf, type Result, reading, type SentBy, sendAnswer, success } from './call.ts'
import { type CallerOf, identifyCaller } from './caller.ts'
import {
  type Answer,
  claimKey,
  findAnswer,
  isAnswered,
  keyToClaim,
  sentKey,
  storeAnswer,
} from './idempotency.ts'

/**
 * Input of a call's handler. `tx` of a POST is its transaction, of a GET the database itself. `afterCommit` runs a task
 * after the commit (of a GET: once the answer is made).
 */
type HandlerInput<Shape extends CallShape, Ahead> = SentBy<Shape> & {
  tx: Shape['method'] extends 'POST' ? Transaction : Database
  afterCommit: Work['afterCommit']
  ahead: Ahead
}

type Options<Shape extends CallShape, Ahead> = {
  /** Work before the transaction, such as asking a provider; not for a repeat whose answer is stored. */
  ahead?: (sent: SentBy<Shape>) => Promise<Ahead>
  /** Reads a large body in pieces, so that other requests are handled in between. Throws as `readPart` does. */
  readBody?: (body: unknown) => Promise<unknown>
  /** Names of the locks that the transaction takes first, in their order: calls for the same ones take turns. */
  turns?: (sent: SentBy<Shape>) => string[]
  /** Adds to a success what the answer of a key is not stored with, such as a link's token; for a repeat too. */
  complete?: (
    result: v.InferOutput<Shape['result']>,
    sent: SentBy<Shape>,
  ) => Promise<v.InferInput<Shape['result']>>
}

/** A GET's work: no transaction, its tasks run when the answer is made. */
async function read(db: Database, answer: (work: ReadWork) => Promise<Answer>): Promise<Answer> {
  const tasks: Afterwards[] = []
  const made = await answer({ tx: db, afterCommit: (task) => tasks.push(task) })
  for (const task of tasks) await task()
  return made
}
type ReadWork = Omit<Work, 'tx'> & { tx: Database }

/**
 * Registers one call of the contract below `/api`: checks path, query (arrays in brackets style) and body, the audience
 * and the idempotency key, runs a POST in a transaction that locks its traveller's account, and strips fields that are not
 * in the contract from the result. Refuses with 1000, 1008 or 1009 and the issues, 1010, 1011.
 */
export function route<const Shape extends CallShape, Ahead = undefined>(
  app: FastifyInstance,
  services: Services,
  shape: Shape,
  handler: (input: HandlerInput<Shape, Ahead>) => Result<Shape>,
  { ahead, readBody, turns, complete }: Options<Shape, Ahead> = {},
): void {
  const { db, callers, requestLimits, now } = services
  app.route({
    ...optionsOf(shape, services),
    async handler(request, reply) {
      const caller = await identifyCaller(request, shape, services)
      const key = shape.idempotent ? sentKey(request, shape.idempotent === true) : null
      const body = await readBody?.(request.body)
      const sent = reading<Shape, CallerOf<Shape['audience']>>(request, shape, caller, body)
      // A repeat finds its answer also when a newer contract refuses it.
      if (!key) sent()
      const uin = caller.traveller?.uin
      const callerId = uin ?? caller.employee?.employeeId ?? ''
      const isRepeat = ahead && key && (await isAnswered(db, callerId, key))
      const found = ahead && !isRepeat ? await ahead(sent()) : undefined

      const answer = async (work: ReadWork) =>
        answerOf(shape, await handler({ ...sent(), ...work, ahead: found } as HandlerInput<Shape, Ahead>))

      const write = async ({ endWith, ...work }: EndingWork): Promise<Answer> => {
        const { tx } = work
        const claimed = key && keyToClaim(key, request, shape, now())
        // Account deletion takes the same lock: a call that is under way writes nothing into a deleted account.
        if (uin) await callers.lockTraveller(tx, uin)
        if (!claimed) return answer(work)
        if (!(await claimKey(tx, callerId, claimed))) return findAnswer(tx, callerId, claimed)
        return storeAnswer({ tx, endWith }, { ...claimed, caller: callerId }, await answer(work))
      }

      const inTurn = <Value>(run: () => Promise<Value>) =>
        requestLimits.inTurn([...(uin ? [`account ${uin}`] : []), ...(turns?.(sent()) ?? [])], run)
      const answered =
        shape.method === 'POST' ? await inTransaction(db, write, inTurn) : await read(db, answer)
      if (!complete || answered.status !== 200) return sendAnswer(reply, answered)
      const whole = await complete(answered.envelope.result as v.InferOutput<Shape['result']>, sent())
      return sendAnswer(reply, { status: 200, envelope: success(shape, whole) })
    },
  })
}
