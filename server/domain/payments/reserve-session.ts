import { and, eq } from 'drizzle-orm'
import { inTransaction } from '../../runtime/db/work.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { lastErrorOf } from '../../runtime/jobs/last-error.ts'
import { newId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { chooseProvider, isBlocked } from './choose-provider.ts'
import { moveSession } from './move-session.ts'
import { paymentSessions, type SessionRow } from './payments.table.ts'
import type { OpenedPage, SessionRequest } from './provider.ts'
import { findActiveSession, lockDuePayment } from './sessions.ts'

type SessionServices = Pick<Services, 'db' | 'now' | 'random' | 'providers'>
type PageRequest = Pick<SessionRequest, 'locale' | 'origin' | 'surface' | 'clientIp'> & {
  uin: string
  paymentId: string
}

/** How long a reservation is reused, in ms. Longer than any provider request. */
const reservationMs = 30_000

/**
 * Reuses or creates a reserved session. Null if another session is active. Ends a stale reservation, and an active
 * session whose page the browser blocks.
 */
const reserve = ({ db, now, random, providers }: SessionServices, asked: PageRequest) =>
  inTransaction(db, async (work) => {
    const { payment, order } = await lockDuePayment(work, asked)
    const active = await findActiveSession(work, { now }, asked.paymentId)
    if (active && !(active.state === 'open' && isBlocked(active.provider, asked.surface))) return null
    if (active) await moveSession(work, { now }, active.sessionId, { type: 'session.cancel' })
    const time = now()
    const { paymentId, amount, currency } = payment
    const isReserved = and(eq(paymentSessions.paymentId, paymentId), eq(paymentSessions.state, 'reserved'))
    const [reservation] = await work.tx.select().from(paymentSessions).where(isReserved)
    const details = { amount: { amount, currency }, orderNumber: order.orderNumber }
    if (reservation && time.getTime() < reservation.createTime.getTime() + reservationMs) {
      return { session: reservation, isOurs: false, ...details }
    }
    if (reservation) await moveSession(work, { now }, reservation.sessionId, { type: 'page.failed' })
    const sessionId = newId(random)
    const provider = chooseProvider(providers, { ...asked, currency })
    const session: SessionRow = {
      sessionId,
      paymentId,
      provider: provider.name,
      reference: sessionId,
      redirectUrl: '',
      state: 'reserved',
      asking: 'idle',
      method: null,
      receiptNumber: null,
      tries: 0,
      lastError: null,
      expiresAt: new Date(time.getTime() + provider.pageLifetimeMs),
      checkTime: null,
      createTime: time,
      updateTime: time,
    }
    await work.tx.insert(paymentSessions).values(session)
    return { session, isOurs: true, ...details }
  })

/** Ends a reservation whose request failed. No traveller has its page, so the next request starts over. */
const failSession = ({ db, now }: SessionServices, sessionId: string, reason: string) =>
  inTransaction(db, (work) => moveSession(work, { now }, sessionId, { type: 'page.failed' }, { reason }))

/**
 * Reserves a session, commits, then asks the provider for a page, so that a slow provider doesn't hold a connection
 * or row lock. Concurrent requests share the session. Null if there's nothing to pay or the request failed
 * (reported); `openSession` finds the reason.
 */
export async function requestPaymentPage(
  services: SessionServices,
  request: PageRequest,
  report: (error: unknown) => void,
): Promise<OpenedPage | null> {
  const reservation = await reserve(services, request).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
  const provider = reservation && services.providers.byName(reservation.session.provider)
  if (!provider) return null
  const { session, isOurs, amount, orderNumber } = reservation
  const { sessionId, expiresAt } = session
  try {
    const page = await provider.openSession({
      sessionId,
      amount,
      orderNumber,
      locale: request.locale,
      returnPath: `/payment/session-status?sessionId=${sessionId}`,
      cancelPath: `/payment/checkout/${request.paymentId}`,
      origin: request.origin,
      expiresAt,
      surface: request.surface,
      clientIp: request.clientIp,
    })
    return { ...page, sessionId, amount: amount.amount }
  } catch (error) {
    report(error)
    if (isOurs) await failSession(services, sessionId, lastErrorOf(error))
    return null
  }
}
