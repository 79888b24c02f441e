import { eq } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import type { Work } from '../../runtime/db/work.ts'
import type { Services } from '../../runtime/services.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { users } from '../users/users.table.ts'
import { receiverKindOf, type TravellerMessageKind, textMessages } from './text-messages.table.ts'

/** Whom to text about an order: its traveller, if their number is verified, and a receiver with another number. */
async function findAudience(
  tx: Database,
  order: Pick<OrderRow, 'uin' | 'receiverDialCode' | 'receiverPhoneNumber'>,
): Promise<{ traveller: boolean; receiver: boolean }> {
  const [user] = await tx.select().from(users).where(eq(users.uin, order.uin))
  return {
    traveller: user?.isPhoneVerified ?? true,
    receiver:
      user !== undefined &&
      (user.dialCode !== order.receiverDialCode || user.phoneNumber !== order.receiverPhoneNumber),
  }
}

/**
 * Queues a text message once per order and kind, and the receiver's version if the numbers differ. Sent after the
 * commit. Unverified numbers of travellers get none.
 */
export async function queueTextMessage(
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  order: Pick<OrderRow, 'orderId' | 'uin' | 'receiverDialCode' | 'receiverPhoneNumber'>,
  kind: TravellerMessageKind,
): Promise<void> {
  const { orderId } = order
  const time = now()
  const receiverKind = receiverKindOf(kind)
  const audience = await findAudience(tx, order)
  const kinds = [
    ...(audience.traveller ? [kind] : []),
    ...(receiverKind && audience.receiver ? [receiverKind] : []),
  ]
  if (kinds.length === 0) return
  await tx
    .insert(textMessages)
    .values(kinds.map((one) => ({ orderId, kind: one, tryTime: time, createTime: time })))
    .onConflictDoNothing()
}
