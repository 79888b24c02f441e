import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { type BagRow, type OrderRow, orderBags } from './orders.table.ts'

export const findBags = (
  { tx }: { tx: Database },
  { orderId }: Pick<OrderRow, 'orderId'>,
): Promise<BagRow[]> =>
  tx.select().from(orderBags).where(eq(orderBags.orderId, orderId)).orderBy(asc(orderBags.position))
