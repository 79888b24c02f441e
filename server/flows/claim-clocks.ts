import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { columnsOf } from '../domain/claims/claim-rules.ts'
import { claims } from '../domain/claims/claims.table.ts'
import { inTransaction } from '../runtime/db/work.ts'
import { forOrder } from '../runtime/jobs/for-order.ts'
import { dueBatch, hasNotFailed, runDue } from '../runtime/jobs/run-due.ts'
import type { Services } from '../runtime/services.ts'
import { type ClaimHistoryEntry, lockClaim, moveClaim } from './move-claim.ts'

type ClockServices = Pick<Services, 'db' | 'now' | 'random' | 'realtime'>

/** Safe to run on several instances. */
export async function runClaimClocks(services: ClockServices): Promise<void> {
  const { db, now } = services
  const due = await db
    .select({ claimId: claims.claimId })
    .from(claims)
    .where(
      and(
        or(
          and(inArray(claims.stage, ['received', 'askedAgain', 'accepted']), lte(claims.dueTime, now())),
          and(eq(claims.complaint, 'waiting'), lte(claims.complaintDueTime, now())),
        ),
        hasNotFailed('claimClock', claims.claimId),
      ),
    )
    .orderBy(asc(sql`least(${claims.dueTime}, ${claims.complaintDueTime})`))
    .limit(dueBatch)
  await runDue(
    services,
    'claimClock',
    due.map(({ claimId }) => claimId),
    (claimId) =>
      inTransaction(db, async (work) => {
        const lockedClaim = await lockClaim(work, claimId)
        if (!lockedClaim) return
        const { stage, complaint, dueTime, complaintDueTime } = columnsOf(lockedClaim.claim)
        const hasPassed = (time: number | null) => time !== null && time <= now().getTime()
        const isStageDue = ['received', 'askedAgain', 'accepted'].includes(stage) && hasPassed(dueTime)
        const isComplaintDue = complaint === 'waiting' && hasPassed(complaintDueTime)
        const history: ClaimHistoryEntry[] = [
          ...(isStageDue ? [{ type: 'overdue' } as const] : []),
          ...(isComplaintDue ? [{ type: 'complaintOverdue' } as const] : []),
        ]
        const event = { type: 'clock.passed', time: now().getTime() } as const
        await forOrder('claimClock', lockedClaim.claim.orderId, () =>
          moveClaim(work, services, lockedClaim, { event, actor: 'system', history }),
        )
      }),
  )
}
