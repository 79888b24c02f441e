import { operationActions } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { canMoveOrder, type LifecycleEvent } from '@handsfree/core/orders'
import { and, asc, eq, or } from 'drizzle-orm'
import { assignmentColumns, findCourier, transferColumns } from '../domain/crew/couriers.ts'
import { bagsInHand, isCarriedBy } from '../domain/crew/shifts.ts'
import { factsOf, lifecycleOf } from '../domain/orders/lifecycle-columns.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import { logOperations } from '../domain/orders/operations.ts'
import { type OrderRow, orders } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { Services } from '../runtime/services.ts'
import { moveOrder } from './move-order.ts'

type HandOnServices = Pick<Services, 'now' | 'random' | 'realtime'>

type Leaving = {
  employeeId: string
  /** Undefined: throws 5002 if the courier has anything to hand on. */
  toEmployeeId: string | undefined
  /** Whether the courier leaves for good, so that their later pickups go too. */
  isForGood: boolean
  actor: string
}

/** Locks the orders that another courier has to take over. */
async function lockTasks(work: Work, { employeeId, isForGood }: Leaving): Promise<OrderRow[]> {
  const isTask = isForGood
    ? or(
        isCarriedBy(employeeId),
        and(eq(orders.courierId, employeeId), eq(orders.closing, 'open'), eq(orders.pickup, 'none')),
        and(eq(orders.courierId, employeeId), eq(orders.closing, 'open'), eq(orders.pickup, 'waitPickup')),
      )
    : isCarriedBy(employeeId)
  const found = await work.tx
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(isTask)
    .orderBy(asc(orders.orderId))
  const tasks: OrderRow[] = []
  for (const { orderId } of found) {
    const order = await lockOrder(work, orderId)
    if (order?.courierId === employeeId && order.closing === 'open') tasks.push(order)
  }
  return tasks
}

/** Gives one order to another courier, with the lifecycle's events where they are legal. */
async function giveOrder(
  work: Work,
  services: HandOnServices,
  order: OrderRow,
  { toEmployeeId, actor }: { toEmployeeId: string; actor: string },
): Promise<void> {
  const courier = await findCourier(work, toEmployeeId, order)
  const can = (type: LifecycleEvent['type'], row: OrderRow) =>
    canMoveOrder(lifecycleOf(row), factsOf(row, services.now()), { type })
  if (order.pickup !== 'pickuped' && can('courier.assign', order)) {
    await moveOrder(work, services, order, {
      event: 'courier.assign',
      actor,
      changes: assignmentColumns(courier),
    })
    return
  }
  const free = can('transfer.cancel', order)
    ? await moveOrder(work, services, order, { event: 'transfer.cancel', actor })
    : order
  if (can('transfer.apply', free)) {
    const asked = await moveOrder(work, services, free, {
      event: 'transfer.apply',
      actor,
      changes: transferColumns(courier),
    })
    await moveOrder(work, services, asked, {
      event: 'transfer.accept',
      actor,
      changes: assignmentColumns(courier),
    })
    return
  }
  // At the destination, on the way back, or locked: the bags change hands without an event.
  await work.tx.update(orders).set(assignmentColumns(courier)).where(eq(orders.orderId, order.orderId))
  const logContext = { orderId: order.orderId, actor, time: services.now() }
  await logOperations(work, services.random, logContext, [
    {
      action: operationActions.transferAccept,
      details: { from: order.courierName, to: courier.name },
    },
  ])
  work.afterCommit(() => services.realtime.orderChanged(order.uin, order.orderId))
  work.afterCommit(() => services.realtime.operatorsHint(order.orderId))
}

/**
 * Gives a leaving courier's orders to a named one. Throws 5002 and `{ orderIds }` if nobody is named, and like
 * `findCourier`. Locks orders, so lock the employee afterwards.
 */
export async function handOn(work: Work, services: HandOnServices, leaving: Leaving): Promise<void> {
  const { employeeId, toEmployeeId, isForGood, actor } = leaving
  const tasks = await lockTasks(work, leaving)
  if (tasks.length > 0 && toEmployeeId === undefined) throw bagsInHand(tasks.map(({ orderId }) => orderId))
  if (toEmployeeId === employeeId) {
    throw new ApiError(errorCodes.assignOperationRejected, 'the bags are already with this courier', {
      status: 409,
      details: { field: 'toEmployeeId' },
    })
  }
  for (const order of tasks)
    await giveOrder(work, services, order, { toEmployeeId: toEmployeeId ?? '', actor })
  if (!isForGood) return
  const offered = await work.tx
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(eq(orders.transferCourierId, employeeId), eq(orders.closing, 'open')))
    .orderBy(asc(orders.orderId))
  for (const { orderId } of offered) {
    const order = await lockOrder(work, orderId)
    if (order?.transferCourierId !== employeeId) continue
    if (!canMoveOrder(lifecycleOf(order), factsOf(order, services.now()), { type: 'transfer.reject' }))
      continue
    await moveOrder(work, services, order, { event: 'transfer.reject', actor })
  }
}
