import type { NewEmployeeNotification } from '@handsfree/core/notifications'
import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Work } from '../../runtime/db/work.ts'
import type { Services } from '../../runtime/services.ts'
import { employees } from '../users/employees.table.ts'
import { employeeNotifications } from './employee-notifications.table.ts'

/**
 * Notifies employees of an order's move in its transaction, and sends hints after the commit. Skips disabled
 * employees and the one who made the move.
 */
export async function notifyEmployees(
  { tx, afterCommit }: Work,
  { now, realtime }: Pick<Services, 'now' | 'realtime'>,
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
  await tx.insert(employeeNotifications).values(rows)
  afterCommit(() => {
    for (const employeeId of new Set(rows.map((row) => row.employeeId))) realtime.employeeHint(employeeId)
  })
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
