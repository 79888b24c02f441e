import { eq, sql } from 'drizzle-orm'
import { prepareStatement } from '../../runtime/db/prepare-statement.ts'
import type { Work } from '../../runtime/db/work.ts'
import { type OrderRow, orders } from './orders.table.ts'

const selectLocked = prepareStatement('lock an order', (db, name) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.orderId, sql.placeholder('orderId')))
    .for('update')
    .prepare(name),
)

/** Locks an order for the rest of the transaction. Null for an unknown id. */
export async function lockOrder({ tx }: Pick<Work, 'tx'>, orderId: string): Promise<OrderRow | null> {
  const [order] = await selectLocked(tx, { orderId })
  return order ?? null
}

/** `SKIP LOCKED`: also returns null if another transaction holds the lock, so that jobs don't wait. */
export async function tryLockOrder({ tx }: Pick<Work, 'tx'>, orderId: string): Promise<OrderRow | null> {
  const isThis = eq(orders.orderId, orderId)
  const [order] = await tx.select().from(orders).where(isThis).for('update', { skipLocked: true })
  return order ?? null
}
