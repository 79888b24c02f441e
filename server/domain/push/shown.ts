import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import type { TravellerMessageKind } from '../texts/text-messages.table.ts'
import { pushMessages } from './push.table.ts'

/** Records that a device has shown a message. No-op for unknown ids. */
export const setShown = (db: Pick<Database, 'update'>, pushId: string, now: Date) =>
  db
    .update(pushMessages)
    .set({ shownTime: now })
    .where(and(eq(pushMessages.pushId, pushId), isNull(pushMessages.shownTime)))

/** Whether a device has shown the news of a text message. */
export async function isNewsShown(
  db: Database,
  orderId: string,
  textKind: TravellerMessageKind,
): Promise<boolean> {
  const [shown] = await db
    .select({ pushId: pushMessages.pushId })
    .from(pushMessages)
    .where(
      and(
        eq(pushMessages.orderId, orderId),
        eq(pushMessages.textKind, textKind),
        isNotNull(pushMessages.shownTime),
      ),
    )
    .limit(1)
  return shown !== undefined
}
