import { moveSession as nextColumns, type SessionEvent, type SessionRegions } from '@handsfree/core/payments'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { prepareStatement } from '../../runtime/db/prepare-statement.ts'
import type { Work } from '../../runtime/db/work.ts'
import type { Services } from '../../runtime/services.ts'
import { paymentSessions, payments, type SessionRow } from './payments.table.ts'

type Clock = Pick<Services, 'now'>

/** Older releases only wrote a check time. */
const askingOf = ({ asking, checkTime }: SessionRow): SessionRegions['asking'] =>
  asking === 'idle' && checkTime ? 'checking' : asking

export type MovedSession = { before: SessionRow; after: SessionRow }

const selectLocked = prepareStatement('lock a payment session', (db, name) =>
  db
    .select()
    .from(paymentSessions)
    .where(eq(paymentSessions.sessionId, sql.placeholder('sessionId')))
    .for('update')
    .prepare(name),
)

/**
 * The only place where a session moves. Locks it, runs its machine and writes its columns. `updateTime` is the last
 * change of its state, such as the payment. Returns it before and after, or null for a no-op event.
 */
export async function moveSession(
  { tx }: Pick<Work, 'tx'>,
  { now }: Clock,
  sessionId: string,
  event: SessionEvent,
  { changes = {}, reason = null }: { changes?: Partial<SessionRow>; reason?: string | null } = {},
): Promise<MovedSession | null> {
  const [before] = await selectLocked(tx, { sessionId })
  if (!before) return null
  const time = now()
  const { state, tries, checkTime, createTime, expiresAt } = before
  const result = nextColumns(
    { visit: state, asking: askingOf(before), tries, dueTime: checkTime?.getTime() ?? null },
    { now: time.getTime(), startTime: createTime.getTime(), expiresAt: expiresAt.getTime() },
    event,
  )
  if (!result.ok) return null
  const { visit, asking, dueTime } = result.value
  const [after] = await tx
    .update(paymentSessions)
    .set({
      state: visit,
      asking,
      tries: result.value.tries,
      checkTime: dueTime === null ? null : new Date(dueTime),
      lastError: reason ?? (asking === 'idle' ? null : before.lastError),
      ...(visit === state ? {} : { updateTime: time }),
      ...changes,
    })
    .where(eq(paymentSessions.sessionId, sessionId))
    .returning()
  if (!after) throw new Error(`session ${sessionId} vanished while it was locked`)
  return { before: { ...before, asking: askingOf(before) }, after }
}

/** Cancels sessions whose payment is no longer due. A job closes their provider pages. */
export async function cancelSessionsOf(
  { tx }: Pick<Work, 'tx'>,
  clock: Clock,
  condition: SQL,
): Promise<void> {
  const openSessions = await tx
    .select({ sessionId: paymentSessions.sessionId })
    .from(paymentSessions)
    .innerJoin(payments, eq(payments.paymentId, paymentSessions.paymentId))
    .where(and(condition, inArray(paymentSessions.state, ['reserved', 'open'])))
  for (const { sessionId } of openSessions)
    await moveSession({ tx }, clock, sessionId, { type: 'session.cancel' })
}

export const cancelSessions = (work: Pick<Work, 'tx'>, clock: Clock, orderId: string): Promise<void> =>
  cancelSessionsOf(work, clock, eq(payments.orderId, orderId))
