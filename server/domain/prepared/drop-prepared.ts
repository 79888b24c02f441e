import { and, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { Services } from '../../runtime/services.ts'
import { preparedOrders } from './prepared-orders.table.ts'

const day = 86_400_000

/**
 * Deletes prepared orders that nobody took over in time, and what is left of those that became an order a day after
 * their end. Photos that nobody owns go with the unused ones.
 */
export async function dropPreparedOrders({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const ended = now()
  await db
    .delete(preparedOrders)
    .where(
      or(
        and(isNull(preparedOrders.orderId), lte(preparedOrders.endTime, ended)),
        and(isNotNull(preparedOrders.orderId), lte(preparedOrders.endTime, new Date(ended.getTime() - day))),
      ),
    )
}
