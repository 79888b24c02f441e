import { eq } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import type { Work } from '../../runtime/db/work.ts'
import type { Services } from '../../runtime/services.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { users } from '../users/users.table.ts'
import { receiverKindOf, type TravellerMessageKind, textMessages } from './text-messages.table.ts'

async function isForSomebodyElse(
  tx: Database,
  order: Pick<OrderRow, 'uin' | 'receiverDialCode' | 'receiverPhoneNumber'>,
): Promise<boolean> {
  const [user] = await tx.select().from(users).where(eq(users.uin, order.uin))
  return (
    user !== undefined &&
    (user.dialCode !== order.receiverDialCode || user.phoneNumber !== order.receiverPhoneNumber)
  )
}

/**
 * Queues a text message once per order and kind, and the receiver's version if the numbers differ. Sent after the
 * commit.
 */
export async function queueTextMessage(
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  order: Pick<OrderRow, 'orderId' | 'uin' | 'receiverDialCode' | 'receiverPhoneNumber'>,
  kind: TravellerMessageKind,
): Promise<void> {
  const { orderId } = order
  const time = now()
  const receivers = receiverKindOf(kind)
  const kinds = receivers && (await isForSomebodyElse(tx, order)) ? [kind, receivers] : [kind]
  await tx
    .insert(textMessages)
    .values(kinds.map((one) => ({ orderId, kind: one, tryTime: time, createTime: time })))
    .onConflictDoNothing()
}
