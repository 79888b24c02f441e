import { countedTypes, countUnread, listNotifications, markNotifications } from '@handsfree/core/contract'
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { notifications } from '../domain/notifications/notifications.table.ts'
import { isOrderOf, orderZone, toZone } from '../domain/notifications/order-zone.ts'
import { toItem } from '../domain/notifications/to-item.ts'
import { orders } from '../domain/orders/orders.table.ts'
import { prepareStatement } from '../runtime/db/prepare-statement.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

const selectUnread = prepareStatement('unread notifications', (db, name) =>
  db
    .select({ unread: count() })
    .from(notifications)
    .where(
      and(
        eq(notifications.uin, sql.placeholder('uin')),
        eq(notifications.isRead, false),
        sql`${notifications.type} = any(${sql.placeholder('types')}::integer[])`,
      ),
    )
    .prepare(name),
)

export const notificationsPlugin: DomainPlugin = (app, services) => {
  route(
    app,
    services,
    listNotifications,
    async ({ tx, traveller, locale, query: { page, pageSize, types, isRead } }) => {
      const filter = and(
        eq(notifications.uin, traveller.uin),
        types ? inArray(notifications.type, types) : undefined,
        isRead === undefined ? undefined : eq(notifications.isRead, isRead === 1),
      )
      const rows = await tx
        .select({ notification: notifications, ...orderZone })
        .from(notifications)
        .leftJoin(orders, and(isOrderOf(notifications.content), eq(orders.uin, notifications.uin)))
        .where(filter)
        .orderBy(desc(notifications.indexId))
        .limit(pageSize)
        .offset((page - 1) * pageSize)
      const [counted] = await tx.select({ total: count() }).from(notifications).where(filter)
      return {
        list: rows.map(({ notification, ...zone }) => ({ ...toItem(notification), ...toZone(zone, locale) })),
        paging: { page, pageSize, total: counted?.total ?? 0 },
      }
    },
  )

  route(app, services, markNotifications, async ({ tx, traveller, body, afterCommit }) => {
    const ids = body.notificationList.map(({ notificationId }) => notificationId)
    const markedRows = await tx
      .update(notifications)
      .set({ isRead: true })
      .where(
        and(
          eq(notifications.uin, traveller.uin),
          inArray(notifications.notificationId, ids),
          eq(notifications.isRead, false),
        ),
      )
      .returning({ notificationId: notifications.notificationId })
    if (markedRows.length > 0) afterCommit(() => services.realtime.unreadChanged(traveller.uin))
    return {}
  })

  route(app, services, countUnread, async ({ tx, traveller, query }) => {
    const [counted] = await selectUnread(tx, {
      uin: traveller.uin,
      types: countedTypes(query.types),
    })
    return counted?.unread ?? 0
  })
}
