import type { DueJobKind } from '@handsfree/core/contract'
import { and, asc, type Column, type SQL } from 'drizzle-orm'
import { inTransaction, type Work } from '../../runtime/db/work.ts'
import { forOrder } from '../../runtime/jobs/for-order.ts'
import { dueBatch, hasNotFailed, runDue } from '../../runtime/jobs/run-due.ts'
import type { Services } from '../../runtime/services.ts'
import { orders } from './orders.table.ts'

type DueCondition = { isDue: SQL | undefined; since: Column }

/**
 * Runs a job for due orders, longest overdue first, each in its own transaction. `run` must recheck that the order is
 * due.
 */
export async function runDueOrders(
  services: Pick<Services, 'db' | 'now'>,
  kind: DueJobKind,
  { isDue, since }: DueCondition,
  run: (work: Work, orderId: string) => Promise<unknown>,
): Promise<void> {
  const due = await services.db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(isDue, hasNotFailed(kind, orders.orderId)))
    .orderBy(asc(since))
    .limit(dueBatch)
  await runDue(
    services,
    kind,
    due.map(({ orderId }) => orderId),
    (orderId) => forOrder(kind, orderId, () => inTransaction(services.db, (work) => run(work, orderId))),
  )
}
