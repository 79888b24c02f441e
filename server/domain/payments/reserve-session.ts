import { and, eq } from 'drizzle-orm'
import { inTransaction } from '../../runtime/db/work.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { lastErrorOf } from '../../runtime/jobs/last-error.ts'
import { newId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { moveSession } from './move-session.ts'
import { paymentSessions, type SessionRow } from './payments.table.ts'
import type { AnsweredPage, SessionRequest } from './provider.ts'
import { findActiveSession, lockDuePayment } from './sessions.ts'

type Asking = Pick<Services, 'db' | 'now' | 'random' | 'providers'>
type Asked = Pick<SessionRequest, 'locale' | 'origin'> & { uin: string; paymentId: string }

/** How long a reservation is reused, in ms. Longer than any provider request. */
const reservedFor = 30_000

/** Reuses or creates a reserved session. Null if another session is active. Ends a stale reservation. */
const reserve = ({ db, now, random, providers }: Asking, asked: Asked) =>
  inTransaction(db, async (work) => {
    const { payment, order } = await lockDuePayment(work, asked)
    if (await findActiveSession(work, { now }, asked.paymentId)) return null
    const time = now()
    const { paymentId, amount, currency } = payment
    const isReserved = and(eq(paymentSessions.paymentId, paymentId), eq(paymentSessions.state, 'reserved'))
    const [known] = await work.tx.select().from(paymentSessions).where(isReserved)
    const about = { amount: { amount, currency }, orderNumber: order.orderNumber }
    if (known && time.getTime() < known.createTime.getTime() + reservedFor) {
      return { session: known, isOurs: false, ...about }
    }
    if (known) await moveSession(work, { now }, known.sessionId, { type: 'page.failed' })
    const sessionId = newId(random)
    const session: SessionRow = {
      sessionId,
      paymentId,
      provider: providers.current.name,
      reference: sessionId,
      redirectUrl: '',
      state: 'reserved',
      asking: 'idle',
      method: null,
      tries: 0,
      lastError: null,
      expiresAt: new Date(time.getTime() + providers.current.pageOpenFor),
      checkTime: null,
      createTime: time,
      updateTime: time,
    }
    await work.tx.insert(paymentSessions).values(session)
    return { session, isOurs: true, ...about }
  })

/** Ends a reservation whose request failed. No traveller has its page, so the next request starts over. */
const giveUp = ({ db, now }: Asking, sessionId: string, reason: string) =>
  inTransaction(db, (work) => moveSession(work, { now }, sessionId, { type: 'page.failed' }, { reason }))

/**
 * Reserves a session, commits, then asks the provider for a page, so that a slow provider doesn't hold a connection
 * or row lock. Concurrent requests share the session. Null if there's nothing to pay or the request failed
 * (reported); `openSession` finds the reason.
 */
export async function askForPage(
  services: Asking,
  asked: Asked,
  report: (error: unknown) => void,
): Promise<AnsweredPage | null> {
  const reserved = await reserve(services, asked).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
  const provider = reserved && services.providers.byName(reserved.session.provider)
  if (!provider) return null
  const { session, isOurs, amount, orderNumber } = reserved
  const { sessionId, expiresAt } = session
  try {
    const opened = await provider.openSession({
      sessionId,
      amount,
      orderNumber,
      locale: asked.locale,
      returnPath: `/payment/session-status?sessionId=${sessionId}`,
      cancelPath: `/payment/checkout/${asked.paymentId}`,
      origin: asked.origin,
      expiresAt,
    })
    return { ...opened, sessionId, amount: amount.amount }
  } catch (error) {
    report(error)
    if (isOurs) await giveUp(services, sessionId, lastErrorOf(error))
    return null
  }
}
