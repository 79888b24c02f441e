import type { FeedbackType } from '@handsfree/core/contract'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { users } from '../users/users.table.ts'

export const feedback = pgTable(
  'feedback',
  {
    feedbackId: text('feedback_id').primaryKey(),
    uin: referringTo('uin', () => users.uin),
    type: integer('type').$type<FeedbackType>().notNull(),
    text: text('text').notNull(),
    /** File ids. */
    images: jsonb('images').$type<string[]>().notNull(),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    index('feedback_list').on(table.createTime, table.feedbackId),
    index('feedback_sender').on(table.uin, table.createTime),
  ],
)
