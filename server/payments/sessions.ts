import { errorCodes } from '@handsfree/core/api'
import { and, eq, gt, inArray, lte, or } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { newId } from '../db/columns.ts'
import type { Database } from '../db/database.ts'
import type { Work } from '../db/work.ts'
import { ApiError } from '../http/api-error.ts'
import { lockOrder } from '../orders/move-order.ts'
import type { Services } from '../services.ts'
import { type FoundPayment, findPayment, paymentNotFound } from './find-payments.ts'
import { paymentSessions, payments, type SessionRow } from './payments.table.ts'
import type { Providers, SessionRequest } from './provider.ts'

/** Milliseconds after which the provider is first asked when no webhook came. */
export const firstCheck = 10_000
/** Milliseconds between two checks for a waiting traveller. */
const hurryEvery = 5_000

/**
 * The payment's living session. An expired one ends here; the provider is asked once more, for a payment after all
 * still counts.
 */
async function livingSession(
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  paymentId: string,
): Promise<SessionRow | null> {
  const [session] = await tx
    .select()
    .from(paymentSessions)
    .where(
      and(eq(paymentSessions.paymentId, paymentId), inArray(paymentSessions.state, ['open', 'processing'])),
    )
  if (!session || session.expiresAt > now()) return session ?? null
  await tx
    .update(paymentSessions)
    .set({ state: 'expired', checkTime: now(), updateTime: now() })
    .where(eq(paymentSessions.sessionId, session.sessionId))
  return null
}

async function askProvider(tx: Work['tx'], provider: Providers['current'], request: SessionRequest) {
  try {
    return await provider.openSession(tx, request)
  } catch {
    throw new ApiError(errorCodes.thirdPartyError, 'the payment provider does not answer')
  }
}

/**
 * Opens a visit to the provider's page for a traveller's own payment, or returns the open one. Throws 8002 when there
 * is nothing to pay, 1013 when it is paid, 1005 when the provider does not answer.
 */
export async function openSession(
  work: Work,
  services: Pick<Services, 'now'>,
  providers: Providers,
  {
    uin,
    paymentId,
    locale,
    request,
  }: Pick<SessionRequest, 'locale'> & {
    uin: string
    paymentId: string
    request: FastifyRequest
  },
): Promise<SessionRow> {
  const { payment: known } = await findPayment(work.tx, uin, paymentId)
  const order = await lockOrder(work, known.orderId)
  const { payment }: FoundPayment = await findPayment(work.tx, uin, paymentId)
  if (payment.paidSessionId !== null) {
    throw new ApiError(errorCodes.dbExists, 'paid already', { details: { state: payment.state } })
  }
  if (order?.closing !== 'open' || payment.droppedTime !== null) throw paymentNotFound()
  const living = await livingSession(work, services, paymentId)
  if (living) return living

  const sessionId = newId()
  const time = services.now()
  const opened = await askProvider(work.tx, providers.current, {
    sessionId,
    amount: { amount: payment.amount, currency: payment.currency },
    orderNumber: order.orderNumber,
    locale,
    returnPath: `/payment/session-status?sessionId=${sessionId}`,
    cancelPath: `/payment/checkout/${paymentId}`,
    origin: `${request.protocol}://${request.host}`,
  })
  await work.tx
    .update(payments)
    .set({ state: 'unpaid', failure: null, updateTime: time })
    .where(eq(payments.paymentId, paymentId))
  const [session] = await work.tx
    .insert(paymentSessions)
    .values({
      ...opened,
      sessionId,
      paymentId,
      provider: providers.current.name,
      state: 'open',
      checkTime: new Date(time.getTime() + firstCheck),
      createTime: time,
      updateTime: time,
    })
    .returning()
  return session!
}

/**
 * Checks at once for a traveller who is back and waits. An open session's `updateTime` is when it was opened or last
 * checked for them.
 */
export async function hurryCheck(
  tx: Database,
  { now }: Pick<Services, 'now'>,
  { sessionId, state }: SessionRow,
): Promise<void> {
  if (state !== 'open') return
  const time = now()
  const { checkTime, createTime, updateTime } = paymentSessions
  await tx
    .update(paymentSessions)
    .set({ checkTime: time, updateTime: time })
    .where(
      and(
        eq(paymentSessions.sessionId, sessionId),
        eq(paymentSessions.state, 'open'),
        gt(checkTime, time),
        or(eq(updateTime, createTime), lte(updateTime, new Date(time.getTime() - hurryEvery))),
      ),
    )
}
