import type { PushKind } from '@handsfree/core/contract'
import { type PushRule, pushTimeOf } from '@handsfree/core/notifications'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import { newRowId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { orders } from '../orders/orders.table.ts'
import { employeeSessions } from '../users/crew.table.ts'
import { isValidSession } from '../users/session-life.ts'
import { isValid } from '../users/token-life.ts'
import { tokens } from '../users/users.table.ts'
import { type PushMessageRow, pushMessages, pushSubscriptions } from './push.table.ts'

type QueueServices = Pick<Services, 'now' | 'random'>

type News = Pick<PushMessageRow, 'orderId'> &
  Partial<Pick<PushMessageRow, 'notificationId' | 'employeeNotificationId' | 'queueKind' | 'textKind'>>

const hasKind = (kind: PushKind): SQL => sql`${pushSubscriptions.kinds} @> ${JSON.stringify([kind])}::jsonb`

const tagOf = (orderId: string | null, { subject }: PushRule): string =>
  orderId === null ? subject : `order-${orderId}-${subject}`

type QueuedPush = { subscriptionId: string; rule: PushRule; news: News; timeZone: string | null }

async function insertPushes(
  tx: Transaction,
  { now, random }: QueueServices,
  pushes: readonly QueuedPush[],
): Promise<void> {
  if (pushes.length === 0) return
  const createTime = now()
  await tx.insert(pushMessages).values(
    pushes.map(({ subscriptionId, rule, news, timeZone }) => {
      const readyTime = new Date(pushTimeOf(rule, createTime.getTime(), timeZone))
      return {
        ...{
          pushId: newRowId(random, createTime),
          subscriptionId,
          kind: rule.kind,
          tag: tagOf(news.orderId, rule),
        },
        ...news,
        ...{ tryTime: readyTime, readyTime, createTime },
      }
    }),
  )
}

/** Queues a traveller's news for their devices. Sent after the commit. Returns the number of devices. */
export async function queuePushes(
  tx: Transaction,
  services: QueueServices,
  uin: string,
  rule: PushRule,
  news: News,
): Promise<number> {
  const rows = await tx
    .select({
      subscriptionId: pushSubscriptions.subscriptionId,
      timeZone: sql<string | null>`(select ${orders.timeZone} from ${orders}
        where ${orders.orderId} = ${news.orderId} and ${orders.uin} = ${uin})`,
    })
    .from(pushSubscriptions)
    .innerJoin(tokens, eq(tokens.tokenHash, pushSubscriptions.tokenHash))
    .where(and(eq(tokens.uin, uin), isValid(tokens, services.now()), hasKind(rule.kind)))
  await insertPushes(
    tx,
    services,
    rows.map((row) => ({ ...row, rule, news })),
  )
  return rows.length
}

/** Queues employees' news for devices of their own. A shared tablet shows them on its screen. */
export async function queueEmployeePushes(
  tx: Transaction,
  services: QueueServices,
  items: readonly { employeeId: string; rule: PushRule; news: News }[],
): Promise<void> {
  if (items.length === 0) return
  const rows = await tx
    .select({
      employeeId: employeeSessions.employeeId,
      subscriptionId: pushSubscriptions.subscriptionId,
      kinds: pushSubscriptions.kinds,
    })
    .from(pushSubscriptions)
    .innerJoin(employeeSessions, eq(employeeSessions.tokenHash, pushSubscriptions.sessionHash))
    .where(
      and(
        inArray(employeeSessions.employeeId, [...new Set(items.map(({ employeeId }) => employeeId))]),
        isNull(employeeSessions.tabletHash),
        isValidSession(services.now()),
      ),
    )
  await insertPushes(
    tx,
    services,
    items.flatMap(({ employeeId, rule, news }) =>
      rows
        .filter((row) => row.employeeId === employeeId && row.kinds.includes(rule.kind))
        .map(({ subscriptionId }) => ({ subscriptionId, rule, news, timeZone: null })),
    ),
  )
}
