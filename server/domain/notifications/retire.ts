import type { CustomerNotificationType } from '@handsfree/core/contract'
import { and, eq, or, sql } from 'drizzle-orm'
import type { Work } from '../../runtime/db/work.ts'
import type { Services } from '../../runtime/services.ts'
import { notifications } from './notifications.table.ts'

type RetiredChange =
  | 'pickupMissed'
  | 'deliveryLate'
  | 'courierReported'
  | 'returnAsked'
  | 'destinationLate'
  | 'piecesChanged'
  | 'sealChanged'
  | 'damageNoted'

export type RetiredNotification =
  // Order updates can have several types.
  | { change: RetiredChange; type?: undefined; claimId?: undefined; outcome?: undefined }
  | {
      type: CustomerNotificationType
      change?: undefined
      claimId?: string
      /** Shown in the list instead of the due payment. */
      outcome?: 'paid' | 'withdrawn'
    }

const contentField = (name: string) => sql`${notifications.content} ->> ${name}`

/** Marks outdated notifications as read and closes their popups. Sends a hint after the commit. */
export async function retireNotifications(
  { tx, afterCommit }: Work,
  { realtime }: Pick<Services, 'realtime'>,
  { uin, orderId }: { uin: string; orderId: string },
  retired: readonly RetiredNotification[],
): Promise<void> {
  let count = 0
  for (const { type, change, claimId, outcome } of retired) {
    const isUnretired = or(
      eq(notifications.isRead, false),
      eq(notifications.isPopup, true),
      outcome && sql`${contentField('outcome')} is null`,
    )
    const retiredRows = await tx
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
          type && eq(notifications.type, type),
          eq(contentField('orderId'), orderId),
          change ? eq(contentField('change'), change) : sql`${contentField('change')} is null`,
          claimId === undefined ? undefined : eq(contentField('claimId'), claimId),
          isUnretired,
        ),
      )
      .returning({ notificationId: notifications.notificationId })
    count += retiredRows.length
  }
  if (count > 0) afterCommit(() => realtime.unreadChanged(uin))
}
