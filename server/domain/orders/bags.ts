import { and, asc, count, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { type BagRow, type OrderRow, orderBags } from './orders.table.ts'

export const findBags = (
  { tx }: { tx: Database },
  { orderId }: Pick<OrderRow, 'orderId'>,
): Promise<BagRow[]> =>
  tx.select().from(orderBags).where(eq(orderBags.orderId, orderId)).orderBy(asc(orderBags.position))

/** Returns the number of bags that aren't handed over. All bags before pickup and after the whole handover. */
export async function countBagsLeft(
  tx: Database,
  { orderId, pickup, warehouse, pieces }: Pick<OrderRow, 'orderId' | 'pickup' | 'warehouse' | 'pieces'>,
): Promise<number> {
  if (pickup !== 'pickuped' || warehouse === 'handed') return pieces
  const [row] = await tx
    .select({ left: count() })
    .from(orderBags)
    .where(and(eq(orderBags.orderId, orderId), isNull(orderBags.handedTime)))
  return row?.left || pieces
}
