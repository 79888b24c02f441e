import {
  countEmployeeUnread,
  listEmployeeNotifications,
  markEmployeeNotifications,
  openEmployeeLine,
} from '@handsfree/core/contract'
import { employeeClientId, topicOf } from '@handsfree/core/realtime'
import { and, count, desc, eq, inArray } from 'drizzle-orm'
import { employeeNotifications } from '../domain/notifications/employee-notifications.table.ts'
import { isOrderOf, orderZone, toZone } from '../domain/notifications/order-zone.ts'
import { toEmployeeItem } from '../domain/notifications/to-item.ts'
import { orders } from '../domain/orders/orders.table.ts'
import { sentTokenHash } from '../runtime/http/caller.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { newId } from '../runtime/random.ts'
import { brokerAddress } from '../runtime/realtime/broker-address.ts'
import { brokerPassword, withDevice } from '../runtime/realtime/password.ts'

/** Ids are row numbers. Skips ids in another format. */
const indexIds = (ids: readonly string[]): number[] =>
  ids.filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number)

export const employeeNotificationsPlugin: DomainPlugin = (app, services) => {
  const isOfEmployee = (employeeId: string) => eq(employeeNotifications.employeeId, employeeId)

  route(
    app,
    services,
    listEmployeeNotifications,
    async ({ tx, employee, locale, query: { page, pageSize, types, isRead } }) => {
      const filter = and(
        isOfEmployee(employee.employeeId),
        types ? inArray(employeeNotifications.type, types) : undefined,
        isRead === undefined ? undefined : eq(employeeNotifications.isRead, isRead === 1),
      )
      const rows = await tx
        .select({ notification: employeeNotifications, ...orderZone })
        .from(employeeNotifications)
        .leftJoin(orders, isOrderOf(employeeNotifications.content))
        .where(filter)
        .orderBy(desc(employeeNotifications.indexId))
        .limit(pageSize)
        .offset((page - 1) * pageSize)
      const [counted] = await tx.select({ total: count() }).from(employeeNotifications).where(filter)
      return {
        list: rows.map(({ notification, ...zone }) => ({
          ...toEmployeeItem(notification),
          ...toZone(zone, locale),
        })),
        paging: { page, pageSize, total: counted?.total ?? 0 },
      }
    },
  )

  route(app, services, markEmployeeNotifications, async ({ tx, employee, body, afterCommit }) => {
    const requestedIds = indexIds(body.notificationList.map(({ notificationId }) => notificationId))
    if (requestedIds.length === 0) return {}
    const markedRows = await tx
      .update(employeeNotifications)
      .set({ isRead: true })
      .where(
        and(
          isOfEmployee(employee.employeeId),
          inArray(employeeNotifications.indexId, requestedIds),
          eq(employeeNotifications.isRead, false),
        ),
      )
      .returning({ indexId: employeeNotifications.indexId })
    if (markedRows.length > 0) afterCommit(() => services.realtime.employeeHint(employee.employeeId))
    return {}
  })

  route(app, services, countEmployeeUnread, async ({ tx, employee, query: { types } }) => {
    const [counted] = await tx
      .select({ unread: count() })
      .from(employeeNotifications)
      .where(
        and(
          isOfEmployee(employee.employeeId),
          eq(employeeNotifications.isRead, false),
          types ? inArray(employeeNotifications.type, types) : undefined,
        ),
      )
    return counted?.unread ?? 0
  })

  route(app, services, openEmployeeLine, async ({ request, employee: { employeeId } }) => {
    const clientId = employeeClientId(employeeId)
    const tokenHash = sentTokenHash(request) ?? ''
    const device = services.settings.mqttUrl ? newId(services.random) : null
    return {
      ...brokerAddress(request, services.settings.mqttPublicUrl),
      clientId: withDevice(clientId, device),
      topic: topicOf(clientId),
      username: withDevice(employeeId, device),
      password: await brokerPassword(
        services.keys,
        { holder: employeeId, clientId, device, tokenHash },
        services.now(),
      ),
    }
  })
}
