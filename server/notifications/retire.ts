import type { CustomerNotificationType } from '@handsfree/core/api'
import { and, eq, or, sql } from 'drizzle-orm'
import type { Work } from '../db/work.ts'
import type { Services } from '../services.ts'
import { notifications } from './notifications.table.ts'

/** Notifications of one order that are over: of a type, of one kind of change, and what came of them. */
export type Retired = {
  type: CustomerNotificationType
  change?: 'pickupMissed'
  /** What the list shows instead of a payment that is due. */
  outcome?: 'paid' | 'withdrawn'
}

const fact = (name: string) => sql`${notifications.content} ->> ${name}`

/**
 * Takes back what the traveller was told about an order and is not so any more, in the work's transaction: read, and no
 * popup. Open pages are told once it stands.
 */
export async function retireNotifications(
  { tx, afterCommit }: Work,
  { realtime }: Pick<Services, 'realtime'>,
  { uin, orderId }: { uin: string; orderId: string },
  retired: readonly Retired[],
): Promise<void> {
  let count = 0
  for (const { type, change, outcome } of retired) {
    const isNews = or(
      eq(notifications.isRead, false),
      eq(notifications.isPopup, true),
      outcome && sql`${fact('outcome')} is null`,
    )
    const over = await tx
      .update(notifications)
      .set({
        isRead: true,
        isPopup: false,
        ...(outcome
          ? { content: sql`${notifications.content} || ${JSON.stringify({ outcome })}::jsonb` }
          : {}),
      })
      .where(
        and(
          eq(notifications.uin, uin),
          eq(notifications.type, type),
          eq(fact('orderId'), orderId),
          change && eq(fact('change'), change),
          isNews,
        ),
      )
      .returning({ notificationId: notifications.notificationId })
    count += over.length
  }
  if (count > 0) afterCommit(() => realtime.unreadChanged(uin))
}
