import type { CallShape } from '@handsfree/core/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../db/database.ts'
import { type FinalizableWork, inTransaction, type Work } from '../db/work.ts'
import type { Services, Traveller } from '../services.ts'
import {
  createRequestParser,
  type HandlerResult,
  type ParsedRequest,
  routeOptionsOf,
  sendAnswer,
  toAnswer,
} from './call.ts'
import { accountHash, addFacts } from './call-facts.ts'
import { identifyCaller, notLoggedIn, sentTokenHash } from './caller.ts'
import {
  type Answer,
  type FinalStatement,
  findAnswer,
  idempotencyKeyOf,
  malformedKey,
  storeAnswer,
  toKeyReservation,
} from './idempotency.ts'

type BatchedReadInput<Shape extends CallShape> = ParsedRequest<Shape> & { tx: Transaction; tokenHash: string }

type BatchedInput<Shape extends CallShape, Early> = ParsedRequest<Shape> & {
  tx: Transaction
  afterCommit: Work['afterCommit']
  /** Sets the call's last statement. It also stores the answer, and is pipelined with the commit. */
  addFinalStatement: (last: FinalStatement) => void
  traveller: Traveller
  batchedReads: Early
}

/**
 * Like `route`, with fewer round trips, for travellers' calls that need an idempotency key. One statement
 * authenticates, locks the account and claims the key. `readEarly` is pipelined with it and also runs on replays.
 */
export function batchedRoute<const Shape extends CallShape & { audience: 'traveller' }, Early>(
  app: FastifyInstance,
  services: Services,
  shape: Shape,
  readBatched: (input: BatchedReadInput<Shape>) => Promise<Early>,
  handler: (input: BatchedInput<Shape, Early>) => HandlerResult<Shape>,
): void {
  const { db, callers, keys, requestLimits, now } = services
  app.route({
    ...routeOptionsOf(shape, services),
    async handler(request, reply) {
      const key = idempotencyKeyOf(request)
      const tokenHash = sentTokenHash(request)
      if (!tokenHash || !key) {
        await identifyCaller(request, shape, services)
        throw malformedKey()
      }
      const readSent = createRequestParser(request, shape)

      const write = async ({ tx, afterCommit, addFinalStatement }: FinalizableWork): Promise<Answer> => {
        const reservation = toKeyReservation(key, request, shape, now())
        const claiming = callers.reserveTravellerKey(tx, tokenHash, reservation)
        const pendingReads = (async () => readBatched({ ...readSent(), tx, tokenHash }))()
        // Handled below, where it's awaited.
        pendingReads.catch(() => {})
        const found = await claiming
        if (!found) throw notLoggedIn()
        const { traveller, isReserved } = found
        addFacts(request, { account: accountHash(keys, traveller.uin) })
        if (!isReserved) return findAnswer(tx, traveller.uin, reservation)
        let finalStatement: FinalStatement | undefined
        const setLast = (ending: FinalStatement) => {
          finalStatement = ending
        }
        const batchedReads = await pendingReads
        const input = { ...readSent(), tx, afterCommit, addFinalStatement: setLast, traveller, batchedReads }
        const answer = toAnswer(shape, await handler(input))
        return storeAnswer(
          { tx, addFinalStatement },
          { ...reservation, caller: traveller.uin },
          answer,
          finalStatement,
        )
      }

      const inTurn = <Value>(run: () => Promise<Value>) => requestLimits.inTurn([`account ${tokenHash}`], run)
      return sendAnswer(reply, await inTransaction(db, write, inTurn))
    },
  })
}
