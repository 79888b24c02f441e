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
 * `tx` is the transaction of a POST, or the database for a GET. `afterCommit` tasks of a GET run once the answer is
 * ready.
 */
type HandlerInput<Shape extends CallShape, Ahead> = SentBy<Shape> & {
  tx: Shape['method'] extends 'POST' ? Transaction : Database
  afterCommit: Work['afterCommit']
  ahead: Ahead
}

type Options<Shape extends CallShape, Ahead> = {
  /** Runs before the transaction, for example a provider request. Skipped on replays. */
  ahead?: (sent: SentBy<Shape>) => Promise<Ahead>
  /** Reads a large body in chunks, yielding to the event loop. Throws like `readPart`. */
  readBody?: (body: unknown) => Promise<unknown>
  /** Names of locks that the transaction takes first, in order. Calls with the same names are queued. */
  turns?: (sent: SentBy<Shape>) => string[]
  /** Adds fields that aren't stored with the answer, such as a link token. Also runs on replays. */
  complete?: (
    result: v.InferOutput<Shape['result']>,
    sent: SentBy<Shape>,
  ) => Promise<v.InferInput<Shape['result']>>
}

async function read(db: Database, answer: (work: ReadWork) => Promise<Answer>): Promise<Answer> {
  const tasks: Afterwards[] = []
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
      // With a key, validate later: replays must succeed even if a newer contract rejects them.
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
        // Account deletion takes the same lock, so running calls can't write to a deleted account.
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
