import { employeeLimits } from '@handsfree/core/policy'
import { and, gt, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { employeeSessions } from './crew.table.ts'
import { isExpired, isValid } from './token-life.ts'

const { tabletIdleMinutes, tabletReportSeconds } = employeeLimits

/** Sessions on a shared tablet without a tap since then have ended. */
const idleCutoff = (now: Date) =>
  new Date(now.getTime() - (tabletIdleMinutes * 60 + tabletReportSeconds) * 1_000)

/** Whether an employee's session counts: on a shared tablet only while someone uses it. */
export const isValidSession = (now: Date) =>
  and(
    isValid(employeeSessions, now),
    or(isNull(employeeSessions.tabletHash), gt(employeeSessions.useTime, idleCutoff(now))),
  )

export const isExpiredSession = (now: Date) =>
  or(
    isExpired(employeeSessions, now),
    and(isNotNull(employeeSessions.tabletHash), lte(employeeSessions.useTime, idleCutoff(now))),
  )
