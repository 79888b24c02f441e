import type { DueJobKind } from '@handsfree/core/contract'
import { and, asc, type Column, type SQL } from 'drizzle-orm'
import { inTransaction, type Work } from '../../runtime/db/work.ts'
import { dueBatch, hasNotFailed, runDue } from '../../runtime/jobs/run-due.ts'
import type { Services } from '../../runtime/services.ts'
import { orders } from './orders.table.ts'

type Due = { isDue: SQL | undefined; since: Column }

/** Runs a job for orders that are due, the longest due first, each in a transaction of its own, which has to check again. */
export async function runDueOrders(
  services: Pick<Services, 'db' | 'now'>,
  kind: DueJobKind,
  { isDue, since }: Due,
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
    (orderId) => inTransaction(services.db, (work) => run(work, orderId)),
  )
}
