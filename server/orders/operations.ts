import { type OrderOperation, operationLogType } from '@handsfree/core/api'
import { asc, eq } from 'drizzle-orm'
import { newId } from '../db/columns.ts'
import type { Database } from '../db/database.ts'
import { orderOperations } from './orders.table.ts'
import type { Operation } from './types.ts'

/** Writes actions into an order's log. */
export async function logOperations(
  { tx }: { tx: Database },
  by: { orderId: string; actor: string; time: Date },
  operations: readonly Operation[],
): Promise<void> {
  if (operations.length === 0) return
  await tx
    .insert(orderOperations)
    .values(operations.map(({ action, details = {} }) => ({ operationId: newId(), ...by, action, details })))
}

/** An order's log, oldest first. */
export async function findOperations(tx: Database, orderId: string): Promise<OrderOperation[]> {
  const rows = await tx
    .select()
    .from(orderOperations)
    .where(eq(orderOperations.orderId, orderId))
    .orderBy(asc(orderOperations.position))
  return rows.map(({ operationId, action, actor, details, time }) => ({
    operationId,
    action,
    logType: operationLogType(action),
    actor,
    details,
    time: time.toISOString(),
  }))
}
