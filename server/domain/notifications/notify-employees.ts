import type { QueueKind } from '@handsfree/core/contract'
import {
  employeePushRuleOf,
  type NewEmployeeNotification,
  queuePushRule,
} from '@handsfree/core/notifications'
import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Work } from '../../runtime/db/work.ts'
import type { Services } from '../../runtime/services.ts'
import { queueEmployeePushes } from '../push/queue-pushes.ts'
import { employees } from '../users/employees.table.ts'
import { employeeNotifications } from './employee-notifications.table.ts'

/**
 * Notifies employees of an order's move in its transaction, queues push messages for their devices, and sends hints
 * after the commit. Skips disabled
 * employees and the one who made the move.
 */
export async function notifyEmployees(
  { tx, afterCommit }: Work,
  { now, random, realtime }: Pick<Services, 'now' | 'random' | 'realtime'>,
  { orderId, orderNumber }: { orderId: string; orderNumber: string },
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
  const added = await tx.insert(employeeNotifications).values(rows).returning({
    employeeId: employeeNotifications.employeeId,
    type: employeeNotifications.type,
    employeeNotificationId: employeeNotifications.indexId,
  })
  await queueEmployeePushes(
    tx,
    { now, random },
    added.map(({ employeeId, type, employeeNotificationId }) => ({
      employeeId,
      rule: employeePushRuleOf(type),
      news: { orderId, employeeNotificationId },
    })),
  )
  afterCommit(() => {
    for (const employeeId of new Set(rows.map((row) => row.employeeId))) realtime.employeeHint(employeeId)
  })
}

/** Queues push messages about a new entry of the operators' queue, except for the operator who made it. */
export async function notifyOperators(
  { tx }: Pick<Work, 'tx'>,
  services: Pick<Services, 'now' | 'random'>,
  orderId: string,
  { queueKind, actor }: { queueKind: QueueKind; actor: string },
): Promise<void> {
  const operators = await tx
    .select({ employeeId: employees.employeeId })
    .from(employees)
    .where(
      and(
        eq(employees.role, 'operator'),
        isNull(employees.disableTime),
        ne(employees.employeeId, actor.replace(/^employee:/, '')),
      ),
    )
  const news = { orderId, queueKind }
  const items = operators.map(({ employeeId }) => ({ employeeId, rule: queuePushRule, news }))
  await queueEmployeePushes(tx, services, items)
}

/** Sends a site's desks a hint after the commit, so that they read their lists again. */
export async function hintSite(
  { tx, afterCommit }: Work,
  { realtime }: Pick<Services, 'realtime'>,
  siteId: string,
): Promise<void> {
  const readers = await tx
    .select({ employeeId: employees.employeeId })
    .from(employees)
    .where(and(isNull(employees.disableTime), eq(employees.role, 'site'), eq(employees.siteId, siteId)))
  afterCommit(() => {
    for (const { employeeId } of readers) realtime.employeeHint(employeeId)
  })
}
