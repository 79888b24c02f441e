import { canMoveOrder } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { and, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { runDueOrders } from '../domain/orders/due-orders.ts'
import { lateRefundDue } from '../domain/orders/late-refund.ts'
import { factsOf, lifecycleOf } from '../domain/orders/lifecycle-columns.ts'
import { tryLockOrder } from '../domain/orders/lock-order.ts'
import { orders } from '../domain/orders/orders.table.ts'
import type { Services } from '../runtime/services.ts'
import { moveOrder } from './move-order.ts'
import { payLateRefund } from './pay-late-refund.ts'

type LateServices = Pick<Services, 'db' | 'now' | 'random' | 'realtime'>

const minutes = (count: number) => sql`${count} * interval '1 minute'`

/** `deliverBy` of core's policy, in SQL, for bags that haven't arrived. */
const promisedTime = (now: Date) => sql`case
  when ${orders.courierArrivedTime} is null then ${orders.deliveryTime}
  else ${orders.deliveryTime} + greatest(
    coalesce(${orders.pickedUpTime}, ${now.toISOString()}::timestamptz)
      - greatest(${orders.courierArrivedTime}, ${orders.pickupTime} + ${minutes(policy.slotMinutes)}),
    interval '0'
  ) end`

const ruleMinutes = (name: 'minutes' | 'moreMinutes') =>
  sql`(${orders.priceRule} -> 'lateRefund' ->> ${sql.raw(`'${name}'`)})::integer`
const lastStep = sql`coalesce(greatest(${ruleMinutes('minutes')}, ${ruleMinutes('moreMinutes')}), ${policy.veryLateMinutes})`

/**
 * Reports late bags to operators, desks, the courier and the traveller. Refunds bags past the last late step even if
 * they never arrive. Safe to run on several instances.
 */
export async function runLateDeliveries(services: LateServices): Promise<void> {
  const now = services.now()
  const isLateBy = (late: ReturnType<typeof minutes>) =>
    sql`${promisedTime(now)} + ${late} < ${now.toISOString()}::timestamptz`
  const isDue = and(
    eq(orders.closing, 'open'),
    isNull(orders.cancelTime),
    ne(orders.transport, 'completed'),
    lt(orders.deliveryTime, now),
    inArray(orders.payment, ['paid', 'supplementary']),
    or(
      and(
        isNull(orders.lateDeliveryTime),
        // Locked orders are reported once unlocked.
        eq(orders.lock, 'unlocked'),
        isLateBy(minutes(policy.lateMinutes)),
      ),
      and(
        isNull(orders.lateRefund),
        gt(orders.amountPaid, 0),
        isLateBy(sql`${lastStep} * interval '1 minute'`),
      ),
    ),
  )
  await runDueOrders(
    services,
    'lateDelivery',
    { isDue, since: orders.deliveryTime },
    async (work, orderId) => {
      const order = await tryLockOrder(work, orderId)
      if (!order) return
      // Recheck behind the row lock: the bags may have arrived.
      const isNews =
        order.lateDeliveryTime === null &&
        canMoveOrder(lifecycleOf(order), factsOf(order, services.now()), { type: 'delivery.late' })
      const reported = isNews
        ? await moveOrder(work, services, order, { event: 'delivery.late', actor: 'system' })
        : order
      const due = lateRefundDue(reported, services.now())
      if (due) await payLateRefund(work, services, reported, due)
    },
  )
}
