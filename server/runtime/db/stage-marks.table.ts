import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Stages that used this database. Production refuses one that was rehearsed on. */
export const stageMarks = pgTable('stage_marks', {
  stage: text('stage').$type<'rehearsal'>().primaryKey(),
  createTime: instant('create_time').notNull(),
})
