import { and, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { Services } from '../../runtime/services.ts'
import { preparedOrders } from './prepared-orders.table.ts'

const day = 86_400_000

/** Deletes expired prepared orders; those taken over stay for a day. Their unowned photos are swept as unused. */
export async function sweepPreparedOrders({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const time = now()
  await db
    .delete(preparedOrders)
    .where(
      or(
        and(isNull(preparedOrders.orderId), lte(preparedOrders.endTime, time)),
        and(isNotNull(preparedOrders.orderId), lte(preparedOrders.endTime, new Date(time.getTime() - day))),
      ),
    )
}
