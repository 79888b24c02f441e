import type { CustomerNotificationType } from '@handsfree/core/contract'
import { bigserial, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { users } from '../users/users.table.ts'

/** `indexId` grows with time and orders the list. */
export const notifications = pgTable(
  'notifications',
  {
    notificationId: text('notification_id').primaryKey(),
    indexId: bigserial('index_id', { mode: 'number' }).notNull(),
    uin: referringTo('uin', () => users.uin),
    type: integer('type').$type<CustomerNotificationType>().notNull(),
    content: jsonb('content').$type<Record<string, unknown>>().notNull(),
    isPopup: boolean('is_popup').notNull(),
    isRead: boolean('is_read').notNull().default(false),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    index('notifications_list').on(table.uin, table.indexId),
    index('notifications_unread').on(table.uin, table.isRead),
    index('notifications_time').on(table.createTime),
  ],
)
