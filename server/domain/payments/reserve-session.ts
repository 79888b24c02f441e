import type { Locale, PaymentChoice } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, eq } from 'drizzle-orm'
import { inTransaction } from '../../runtime/db/work.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { lastErrorOf } from '../../runtime/jobs/last-error.ts'
import { newId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { brandName } from '../catalogue/brand.ts'
import { chooseProvider, findChoices, isPageFor } from './choose-provider.ts'
import { moveSession } from './move-session.ts'
import { paymentSessions, type SessionRow } from './payments.table.ts'
import type { OpenedPage, SessionRequest } from './provider.ts'
import { findActiveSession, lockDuePayment } from './sessions.ts'

type SessionServices = Pick<Services, 'db' | 'now' | 'random' | 'providers'>
type PageRequest = Pick<SessionRequest, 'locale' | 'origin' | 'surface' | 'clientIp'> & {
  uin: string
  paymentId: string
  /** Null lets the server choose. */
  method: PaymentChoice | null
  /** The client's own address to return to. */
  returnUrl: string | null
}

/** How long a reservation is reused, in ms. Longer than any provider request. */
const reservationMs = 30_000

/**
 * Reuses or creates a reserved session. Null if the active session serves the request. Ends a stale reservation, and an
 * open session for another method or kind of browser. A job closes its page, and a payment that still arrives counts.
 */
const reserve = ({ db, now, random, providers }: SessionServices, asked: PageRequest) =>
  inTransaction(db, async (work) => {
    const { payment, order } = await lockDuePayment(work, asked)
    const { paymentId, amount, currency } = payment
    const { surface, method, returnUrl } = asked
    const facts = { ...asked, amount: { amount, currency } }
    const choices = findChoices(providers, facts)
    const chosen = chooseProvider(choices, facts, method)
    if (!chosen) return 'unavailable'
    const isPage = (session: SessionRow) =>
      session.returnUrl === returnUrl && isPageFor(session, choices, facts, method)
    const active = await findActiveSession(work, { now }, paymentId)
    if (active && (active.state !== 'open' || isPage(active))) return null
    if (active) await moveSession(work, { now }, active.sessionId, { type: 'session.cancel' })
    const time = now()
    const isReserved = and(eq(paymentSessions.paymentId, paymentId), eq(paymentSessions.state, 'reserved'))
    const [reservation] = await work.tx.select().from(paymentSessions).where(isReserved)
    const details = { amount: facts.amount, orderNumber: order.orderNumber }
    const isFresh = reservation && time.getTime() < reservation.createTime.getTime() + reservationMs
    if (isFresh && isPage(reservation)) {
      const methods = chooseProvider(choices, facts, reservation.choice)?.methods ?? []
      return { session: reservation, isOurs: false, methods, ...details }
    }
    if (reservation) await moveSession(work, { now }, reservation.sessionId, { type: 'page.failed' })
    const { provider, methods } = chosen
    const sessionId = newId(random)
    const session: SessionRow = {
      sessionId,
      paymentId,
      provider: provider.name,
      reference: sessionId,
      redirectUrl: '',
      state: 'reserved',
      asking: 'idle',
      choice: method,
      returnUrl,
      surface,
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
    return { session, isOurs: true, methods, ...details }
  })

/** Returns where a session's page leads after paying: the client's own address with the session, or our page. */
export function returnUrlOf({ sessionId, returnUrl }: Pick<SessionRow, 'sessionId' | 'returnUrl'>): string {
  if (returnUrl === null) return `/payment/session-status?sessionId=${sessionId}`
  const url = new URL(returnUrl)
  url.searchParams.set('sessionId', sessionId)
  return url.href
}

/** Ends a reservation whose request failed. No traveller has its page, so the next request starts over. */
const failSession = ({ db, now }: SessionServices, sessionId: string, reason: string) =>
  inTransaction(db, (work) => moveSession(work, { now }, sessionId, { type: 'page.failed' }, { reason }))

/** Returns where a session's page leads without paying: the client's own address, or our page of the payment. */
export const cancelUrlOf = (session: SessionRow): string =>
  session.returnUrl === null ? `/payment/checkout/${session.paymentId}` : returnUrlOf(session)

/** Names the company and the order. */
export const paymentSubject = async (
  services: Pick<Services, 'db' | 'now'>,
  orderNumber: string,
  locale: Locale,
): Promise<string> => `${await brandName(services.db, services, locale)} ${orderNumber}`

/**
 * Reserves a session, commits, then asks the provider for a page, so that a slow provider doesn't hold a connection
 * or row lock. Concurrent requests share the session. Null if there's nothing to pay or the request failed
 * (reported); `openSession` finds the reason. Throws 1005 for a method that doesn't work in this browser.
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
  if (reservation === 'unavailable')
    throw new ApiError(errorCodes.thirdPartyError, 'this payment method isn’t available in this browser')
  const provider = reservation && services.providers.byName(reservation.session.provider)
  if (!provider) return null
  const { session, isOurs, amount, orderNumber, methods } = reservation
  const { sessionId, expiresAt } = session
  try {
    const page = await provider.openSession({
      sessionId,
      amount,
      orderNumber,
      subject: await paymentSubject(services, orderNumber, request.locale),
      locale: request.locale,
      returnUrl: returnUrlOf(session),
      cancelUrl: cancelUrlOf(session),
      origin: request.origin,
      expiresAt,
      surface: request.surface,
      clientIp: request.clientIp,
      methods,
    })
    return { ...page, sessionId, amount: amount.amount }
  } catch (error) {
    report(error)
    if (isOurs) await failSession(services, sessionId, lastErrorOf(error))
    return null
  }
}
