import { and, eq, gt } from 'drizzle-orm'
import type { Services } from '../../runtime/services.ts'
import { paymentSessions } from './payments.table.ts'

type SessionServices = Pick<Services, 'db' | 'now'>

export const wechatPayPath = (sessionId: string): string => `/api/payments/wechat-pay/${sessionId}`

/**
 * A page inside WeChat carries `state` while WeChat authorizes it, then `prepay_id`. Returns whether the session was
 * open and had the expected page.
 */
async function replacePage(
  { db, now }: SessionServices,
  sessionId: string,
  page: string,
  expectedPage?: string,
): Promise<boolean> {
  const replaced = await db
    .update(paymentSessions)
    .set({ redirectUrl: page })
    .where(
      and(
        eq(paymentSessions.sessionId, sessionId),
        eq(paymentSessions.state, 'open'),
        gt(paymentSessions.expiresAt, now()),
        ...(expectedPage === undefined ? [] : [eq(paymentSessions.redirectUrl, expectedPage)]),
      ),
    )
    .returning({ sessionId: paymentSessions.sessionId })
  return replaced.length > 0
}

const authorizedPage = (sessionId: string, state: string): string =>
  `${wechatPayPath(sessionId)}?state=${state}`

/** Returns a `state` that works once, for the latest visit of this session only. */
export async function startAuthorization(
  services: SessionServices & Pick<Services, 'random'>,
  sessionId: string,
): Promise<string> {
  const state = services.random.bytes(16).toString('hex')
  await replacePage(services, sessionId, authorizedPage(sessionId, state))
  return state
}

/** Returns false for a forged, used or outdated `state`. */
export const endAuthorization = (
  services: SessionServices,
  sessionId: string,
  state: string,
): Promise<boolean> =>
  replacePage(services, sessionId, wechatPayPath(sessionId), authorizedPage(sessionId, state))

export const savePrepayId = (
  services: SessionServices,
  sessionId: string,
  prepayId: string,
): Promise<boolean> =>
  replacePage(services, sessionId, `${wechatPayPath(sessionId)}?prepay_id=${encodeURIComponent(prepayId)}`)
