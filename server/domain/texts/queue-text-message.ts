import { policy } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import type { Work } from '../../runtime/db/work.ts'
import type { Services } from '../../runtime/services.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { shownPhoneOf, verifiedPhoneOf } from '../users/account-keys.ts'
import { users } from '../users/users.table.ts'
import {
  isReplaceable,
  receiverKindOf,
  type TravellerMessageKind,
  textMessages,
} from './text-messages.table.ts'

const receiptMs = policy.pushReceiptMinutes * 60_000

/** Whom to text about an order: its traveller, if their number is verified, and a receiver with another number. */
async function findAudience(
  tx: Database,
  order: Pick<OrderRow, 'uin' | 'receiverDialCode' | 'receiverPhoneNumber'>,
): Promise<{ traveller: boolean; receiver: boolean }> {
  const [user] = await tx.select().from(users).where(eq(users.uin, order.uin))
  if (!user) return { traveller: true, receiver: false }
  const { dialCode, phoneNumber } = shownPhoneOf(user)
  return {
    traveller: verifiedPhoneOf(user) !== null,
    receiver: dialCode !== order.receiverDialCode || phoneNumber !== order.receiverPhoneNumber,
  }
}

/**
 * Queues a text message once per order and kind, and the receiver's version if the numbers differ. Sent after the
 * commit. Unverified numbers of travellers get none. `isPushed`: a push message has the same news, so that some kinds wait
 * for its receipt.
 */
export async function queueTextMessage(
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  order: Pick<OrderRow, 'orderId' | 'uin' | 'receiverDialCode' | 'receiverPhoneNumber'>,
  kind: TravellerMessageKind,
  isPushed = false,
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
    .values(
      kinds.map((one) => ({
        ...{ orderId, kind: one, createTime: time },
        tryTime: isPushed && isReplaceable(one) ? new Date(time.getTime() + receiptMs) : time,
      })),
    )
    .onConflictDoNothing()
}
