import { and, asc, eq, lte } from 'drizzle-orm'
import { inTransaction } from '../db/work.ts'
import { forEach } from '../jobs/for-each.ts'
import type { Services } from '../services.ts'
import { paymentEvents, paymentSessions, payments, type SessionRow } from './payments.table.ts'
import type { Providers } from './provider.ts'
import { sendRefunds } from './send-refunds.ts'
import { firstCheck } from './sessions.ts'
import { settleSession } from './settle.ts'

/** Rows of a kind in one turn. */
const batch = 20
/** Questions to a provider side by side: one that takes seconds delays the others of its turn less. */
const atOnce = 5
const hour = 3_600_000
/** Milliseconds for which webhook ids are stored: providers give up repeating after 3 days. */
const eventsKept = 30 * 24 * hour

/** Checks a session the more rarely the older it is: every quarter of its age, between 10 s and 1 h, and at its end. */
const nextCheck = ({ createTime, expiresAt }: SessionRow, now: Date): Date => {
  const age = now.getTime() - createTime.getTime()
  const next = new Date(now.getTime() + Math.min(Math.max(age / 4, firstCheck), hour))
  return now < expiresAt && expiresAt < next ? expiresAt : next
}

/** The provider still works on a card whose session is over: the order may be paid again. */
const reportOverdue = ({ db, realtime }: Services, { paymentId }: SessionRow): Promise<void> =>
  inTransaction(db, async ({ tx, afterCommit }) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.paymentId, paymentId))
    if (payment) afterCommit(() => realtime.orderChanged(payment.uin, payment.orderId))
  })

/** Checks sessions from which no webhook came. Each is claimed by one instance only. */
async function checkSessions(services: Services, providers: Providers): Promise<void> {
  const { db, now } = services
  const due = await db
    .select()
    .from(paymentSessions)
    .where(lte(paymentSessions.checkTime, now()))
    .orderBy(asc(paymentSessions.checkTime))
    .limit(batch)
  await forEach(
    due,
    async (session) => {
      const { sessionId, checkTime, reference } = session
      const provider = providers.byName(session.provider)
      if (!provider || !checkTime) return
      const claimed = await db
        .update(paymentSessions)
        .set({ checkTime: nextCheck(session, now()) })
        .where(and(eq(paymentSessions.sessionId, sessionId), eq(paymentSessions.checkTime, checkTime)))
        .returning({ sessionId: paymentSessions.sessionId })
      if (claimed.length === 0) return
      const { outcome, amount } = await provider.sessionState(reference)
      if (outcome === 'open') return
      await inTransaction(db, (work) =>
        settleSession(work, services, { provider: provider.name, reference, outcome, amount }),
      )
      if (outcome === 'processing') {
        if (checkTime.getTime() === session.expiresAt.getTime()) await reportOverdue(services, session)
        return
      }
      await db
        .update(paymentSessions)
        .set({ checkTime: null })
        .where(eq(paymentSessions.sessionId, sessionId))
    },
    atOnce,
  )
}

/** Everything that is due for payments, on whichever instance. */
export async function runDuePayments(services: Services, providers = services.providers): Promise<void> {
  // Sessions that cannot be settled, or whose provider takes its time, do not delay refunds.
  await forEach([checkSessions, sendRefunds], (work) => work(services, providers), 2)
}

export const sweepPaymentEvents = (db: Services['db'], now: Date) =>
  db.delete(paymentEvents).where(lte(paymentEvents.time, new Date(now.getTime() - eventsKept)))
