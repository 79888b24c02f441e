import { type CustomerView, customerViews, type OrderRegions } from '@handsfree/core/api'
import { and, eq, not, or, type SQL } from 'drizzle-orm'
import { type OrderRow, orders } from './orders.table.ts'

/** The lifecycle's regions out of an order's columns. */
export const regionsOf = ({
  review,
  payment,
  pickup,
  transport,
  warehouse,
  closing,
}: OrderRow): OrderRegions => ({ review, payment, pickup, transport, warehouse, closing })

const isCancelled = or(eq(orders.closing, 'cancelled'), eq(orders.review, 'fail'))!
const isComplete = or(eq(orders.closing, 'closed'), eq(orders.warehouse, 'handed'))!

/** Core's `customerView` once more, as a condition: the views of the customer audience (200–203). */
export const viewConditions: Record<CustomerView, SQL | undefined> = {
  [customerViews.all]: undefined,
  [customerViews.ongoing]: and(not(isCancelled), not(isComplete)),
  [customerViews.complete]: and(not(isCancelled), isComplete),
  [customerViews.cancelled]: isCancelled,
}
