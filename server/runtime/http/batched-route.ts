import type { CallShape } from '@handsfree/core/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../db/database.ts'
import { type EndingWork, inTransaction, type Work } from '../db/work.ts'
import type { Services, Traveller } from '../services.ts'
import { answerOf, optionsOf, type Result, reading, type Sent, sendAnswer } from './call.ts'
import { identifyCaller, notLoggedIn, sentTokenHash } from './caller.ts'
import {
  type Answer,
  type Ending,
  findAnswer,
  idempotencyKeyOf,
  keyToClaim,
  malformedKey,
  storeAnswer,
} from './idempotency.ts'

type EarlyInput<Shape extends CallShape> = Sent<Shape> & { tx: Transaction; tokenHash: string }

type BatchedInput<Shape extends CallShape, Early> = Sent<Shape> & {
  tx: Transaction
  afterCommit: Work['afterCommit']
  /** Sets the call's last statement. It also stores the answer, and is pipelined with the commit. */
  endWith: (last: Ending) => void
  traveller: Traveller
  early: Early
}

/**
 * Like `route`, with fewer round trips, for travellers' calls that need an idempotency key. One statement
 * authenticates, locks the account and claims the key. `readEarly` is pipelined with it and also runs on replays.
 */
export function batchedRoute<const Shape extends CallShape & { audience: 'traveller' }, Early>(
  app: FastifyInstance,
  services: Services,
  shape: Shape,
  readEarly: (input: EarlyInput<Shape>) => Promise<Early>,
  handler: (input: BatchedInput<Shape, Early>) => Result<Shape>,
): void {
  const { db, callers, requestLimits, now } = services
  app.route({
    ...optionsOf(shape, services),
    async handler(request, reply) {
      const key = idempotencyKeyOf(request)
      const tokenHash = sentTokenHash(request)
      if (!tokenHash || !key) {
        await identifyCaller(request, shape, services)
        throw malformedKey()
      }
      const readSent = reading(request, shape)

      const write = async ({ tx, afterCommit, endWith }: EndingWork): Promise<Answer> => {
        const claimed = keyToClaim(key, request, shape, now())
        const claiming = callers.claimTravellersKey(tx, tokenHash, claimed)
        const readingEarly = (async () => readEarly({ ...readSent(), tx, tokenHash }))()
        // Handled below, where it's awaited.
        readingEarly.catch(() => {})
        const found = await claiming
        if (!found) throw notLoggedIn()
        const { traveller, isClaimed } = found
        if (!isClaimed) return findAnswer(tx, traveller.uin, claimed)
        let last: Ending | undefined
        const setLast = (ending: Ending) => {
          last = ending
        }
        const early = await readingEarly
        const input = { ...readSent(), tx, afterCommit, endWith: setLast, traveller, early }
        const answer = answerOf(shape, await handler(input))
        return storeAnswer({ tx, endWith }, { ...claimed, caller: traveller.uin }, answer, last)
      }

      const inTurn = <Value>(run: () => Promise<Value>) => requestLimits.inTurn([`account ${tokenHash}`], run)
      return sendAnswer(reply, await inTransaction(db, write, inTurn))
    },
  })
}
