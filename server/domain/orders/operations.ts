import { type OperationAction, type OrderOperation, operationLogType } from '@handsfree/core/contract'
import { and, asc, eq, gt } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { newRowId, type Random } from '../../runtime/random.ts'
import { orderOperations } from './orders.table.ts'
import type { Operation } from './types.ts'

export async function logOperations(
  { tx }: { tx: Database },
  random: Random,
  context: { orderId: string; actor: string; time: Date },
  operations: readonly Operation[],
): Promise<void> {
  if (operations.length === 0) return
  await tx.insert(orderOperations).values(
    operations.map(({ action, details = {} }) => ({
      operationId: newRowId(random, context.time),
      ...context,
      action,
      details,
    })),
  )
}

/** Whether the actor has logged this action for the order within 24 hours. Pages read again after every hint. */
export async function hasLogged(
  tx: Database,
  { orderId, actor, time }: { orderId: string; actor: string; time: Date },
  action: OperationAction,
): Promise<boolean> {
  const [logged] = await tx
    .select({ orderId: orderOperations.orderId })
    .from(orderOperations)
    .where(
      and(
        eq(orderOperations.orderId, orderId),
        eq(orderOperations.actor, actor),
        eq(orderOperations.action, action),
        gt(orderOperations.time, new Date(time.getTime() - 86_400_000)),
      ),
    )
    .limit(1)
  return Boolean(logged)
}

export async function findOperations(tx: Database, orderId: string): Promise<OrderOperation[]> {
  const rows = await tx
    .select()
    .from(orderOperations)
    .where(eq(orderOperations.orderId, orderId))
    .orderBy(asc(orderOperations.position))
  return rows.map(({ operationId, action, actor, details, time, happenedTime }) => ({
    operationId,
    action,
    logType: operationLogType(action),
    actor,
    details,
    time: time.toISOString(),
    happenedAt: happenedTime?.toISOString() ?? null,
  }))
}
