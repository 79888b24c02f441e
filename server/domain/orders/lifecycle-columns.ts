import type { CustomerView, LifecycleColumns } from '@handsfree/core/contract'
import {
  initialLifecycle,
  type LifecycleFacts,
  type OrderView,
  type ViewRule,
  viewRules,
} from '@handsfree/core/orders'
import {
  arrivalWindow,
  askExpiresAt,
  deliverBy,
  freeCancellationUntil,
  lateFreeUntil,
  pickupMissedFrom,
} from '@handsfree/core/policy'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type OrderRow, orders } from './orders.table.ts'
import { placeOfBags } from './place-of-bags.ts'
import { returnFeeDue } from './return-fee.ts'

const columnNames = Object.keys(initialLifecycle) as (keyof LifecycleColumns)[]

export function lifecycleOf(order: LifecycleColumns): LifecycleColumns {
  const columns: Record<keyof LifecycleColumns, string> = { ...initialLifecycle }
  for (const name of columnNames) columns[name] = order[name]
  return columns as LifecycleColumns
}

type CancelTimes = Pick<OrderRow, 'pickupTime' | 'createTime' | 'paidTime' | 'courierArrivedTime'>

const lateFreeUntilOf = ({ pickupTime, createTime, paidTime, courierArrivedTime }: CancelTimes) =>
  lateFreeUntil({
    pickupTime: pickupTime.getTime(),
    placedTime: createTime.getTime(),
    paidTime: paidTime?.getTime() ?? null,
    courierArrivedTime: courierArrivedTime?.getTime() ?? null,
  })

export const freeUntilOf = (order: CancelTimes): Date =>
  new Date(lateFreeUntilOf(order) ?? freeCancellationUntil(order.pickupTime.getTime()))

/** Returns the expected arrival window, epoch ms. */
export const expectedArrivalOf = (order: OrderRow): { from: number; until: number } =>
  arrivalWindow({
    pickupTime: order.pickupTime.getTime(),
    deliveryTime: order.deliveryTime.getTime(),
    pickedUpTime: order.pickedUpTime?.getTime() ?? null,
    transportTime: order.transportTime?.getTime() ?? null,
    travelMinutes: order.travelMinutes,
  })

/** Returns the promised arrival as known at `now`, epoch ms. */
export const promisedArrivalOf = (order: OrderRow, now: Date): number =>
  deliverBy({
    pickupTime: order.pickupTime.getTime(),
    deliveryTime: order.deliveryTime.getTime(),
    courierArrivedTime: order.courierArrivedTime?.getTime() ?? null,
    pickedUpTime: order.pickedUpTime?.getTime() ?? null,
    now: now.getTime(),
  })

/** Returns when the pickup counts as missed, epoch ms. */
export const missedFromOf = ({
  pickupTime,
  courierArrivedTime,
}: Pick<OrderRow, 'pickupTime' | 'courierArrivedTime'>): number =>
  pickupMissedFrom(pickupTime.getTime(), courierArrivedTime?.getTime() ?? null)

/** Returns when the open ask expires; null without one. */
export const askEndOf = ({
  askTime,
  pickup,
  pickupTime,
}: Pick<OrderRow, 'askTime' | 'pickup' | 'pickupTime'>) =>
  askTime && new Date(askExpiresAt(askTime.getTime(), pickup === 'pickuped' ? null : pickupTime.getTime()))

/** Returns whether the order was cancelled by report while its bags were out and aren't handed over yet. */
export const isRecalled = ({ closing, cancelTime }: Pick<OrderRow, 'closing' | 'cancelTime'>): boolean =>
  closing === 'open' && cancelTime !== null

export const factsOf = (order: OrderRow, now: Date): LifecycleFacts => ({
  now: now.getTime(),
  pickupTime: order.pickupTime.getTime(),
  lateFreeUntil: lateFreeUntilOf(order),
  missedFrom: missedFromOf(order),
  promisedTime: promisedArrivalOf(order, now),
  isRecalled: isRecalled(order),
  returnChoice: order.returnChoice,
  isReturnFeeDue: returnFeeDue(order) > 0,
  isAtSite: placeOfBags(order).siteId !== null,
  total: order.total,
  amountPaid: order.amountPaid,
  pieces: order.pieces,
  confirmedPieces: order.confirmedPieces,
})

export const ruleCondition = (rule: ViewRule): SQL =>
  or(
    ...rule.map(
      (entry) =>
        and(
          ...Object.entries(entry).map(([column, values]) =>
            inArray(orders[column as keyof LifecycleColumns], values as never[]),
          ),
        ) ?? sql`true`,
    ),
  ) ?? sql`false`

export const viewCondition = (view: OrderView | CustomerView): SQL => ruleCondition(viewRules[view])

export const isUnpaid = and(eq(orders.closing, 'open'), inArray(orders.payment, ['unpaid', 'failed']))

/** Orders with bags to move or a report to settle. A paid hand-over without a report isn't under way. */
export const isUnderWay = and(
  eq(orders.closing, 'open'),
  sql`not (${orders.warehouse} = 'handed' and ${orders.payment} = 'paid' and ${orders.exception} = 'none')`,
)
