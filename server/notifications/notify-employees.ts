import {
  employeeNotificationsOf,
  type NewEmployeeNotification,
  type NotifiedOrder,
} from '@handsfree/core/notification'
import type { LifecycleEvent } from '@handsfree/core/order'
import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Work } from '../db/work.ts'
import { isRecalled } from '../orders/lifecycle-columns.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { placeOfBags } from '../orders/place-of-bags.ts'
import type { Services } from '../services.ts'
import { employees } from '../users/employees.table.ts'
import { employeeNotifications } from './employee-notifications.table.ts'

const notifiedOrder = (order: OrderRow): NotifiedOrder => ({
  pickupSiteId: order.pickupPlace.siteId,
  deliverySiteId: placeOfBags(order).siteId,
  courierId: order.courierId,
  transferCourierId: order.transferCourierId,
  isSurchargeDue: order.payment === 'supplementary',
  isReviewed: order.review !== 'none',
  isOnTheWay: order.pickup === 'pickuped' && order.transport !== 'completed',
  isRecalled: isRecalled(order),
  pieces: order.pieces,
})

type Moved = { before: OrderRow; after: OrderRow; actor: string; reason: string }

/** Writes the notifications of a move for site workers and couriers, as `sendEmployeeNotifications`. */
export async function notifyEmployees(
  work: Work,
  services: Pick<Services, 'now' | 'realtime'>,
  event: LifecycleEvent['type'],
  { before, after, actor, reason }: Moved,
): Promise<void> {
  const notifications = employeeNotificationsOf(event, {
    before: notifiedOrder(before),
    after: notifiedOrder(after),
    isByTraveller: actor.startsWith('traveller:'),
    reason: reason || (event === 'review.reject' ? (after.reviewFailure ?? '') : ''),
  })
  await sendEmployeeNotifications(work, services, after, { notifications, actor })
}

/**
 * Writes notifications of employees about an order, in the move's transaction, and hints to their open lines after the commit.
 * Disabled employees, and the one who made the move, are left out.
 */
export async function sendEmployeeNotifications(
  { tx, afterCommit }: Work,
  { now, realtime }: Pick<Services, 'now' | 'realtime'>,
  { orderId, orderNumber }: Pick<OrderRow, 'orderId' | 'orderNumber'>,
  { notifications, actor }: { notifications: readonly NewEmployeeNotification[]; actor: string },
): Promise<void> {
  if (notifications.length === 0) return
  const sites = notifications.flatMap(({ siteId }) => siteId ?? [])
  const couriers = notifications.flatMap(({ courierId }) => courierId ?? [])
  const readers = await tx
    .select({ employeeId: employees.employeeId, role: employees.role, siteId: employees.siteId })
    .from(employees)
    .where(
      and(
        isNull(employees.disableTime),
        ne(employees.employeeId, actor.replace(/^employee:/, '')),
        or(
          sites.length > 0 ? and(eq(employees.role, 'site'), inArray(employees.siteId, sites)) : undefined,
          couriers.length > 0 ? inArray(employees.employeeId, couriers) : undefined,
        ),
      ),
    )
  const rows = notifications.flatMap(({ siteId, courierId, type, facts }) =>
    readers
      .filter((reader) =>
        courierId === undefined
          ? reader.role === 'site' && reader.siteId === siteId
          : reader.employeeId === courierId,
      )
      .map(({ employeeId }) => ({
        employeeId,
        type,
        content: { orderId, orderNumber, ...facts },
        createTime: now(),
      })),
  )
  if (rows.length === 0) return
  await tx.insert(employeeNotifications).values(rows)
  afterCommit(() => {
    for (const employeeId of new Set(rows.map((row) => row.employeeId))) realtime.employeeHint(employeeId)
  })
}
