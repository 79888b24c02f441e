import { isOneLine } from '@handsfree/core/lib'
import { eq } from 'drizzle-orm'
import { preparedOrders } from '../domain/prepared/prepared-orders.table.ts'
import { movePreparedText } from '../domain/prepared/prepared-texts.ts'
import { mailLostText } from '../domain/receipts/receipt-mails.ts'
import { moveTextMessage } from '../domain/texts/move-text-message.ts'
import { textMessages } from '../domain/texts/text-messages.table.ts'
import { setDelivery } from '../domain/verification/verification.ts'
import type { Work } from '../runtime/db/work.ts'
import { lastErrorOf } from '../runtime/jobs/last-error.ts'
import type { Services } from '../runtime/services.ts'
import type { DeliveryReport } from '../runtime/sms/gateway.ts'

/**
 * Records what became of a message. No-op for messages of other systems on the same account, repeated reports, and
 * earlier tries of a message.
 */
export async function recordDelivery(
  work: Work,
  services: Pick<Services, 'now' | 'realtime'>,
  { messageId, isDelivered, reason }: DeliveryReport,
): Promise<void> {
  // No gateway’s id, and PostgreSQL can't compare some of them.
  if (!isOneLine(messageId)) return
  const { tx, afterCommit } = work
  const event = { type: isDelivered ? 'gateway.delivered' : 'gateway.undelivered' } as const
  const facts = { reason: lastErrorOf(new Error(`the network didn’t deliver it: ${reason ?? 'no reason'}`)) }
  const [message] = await tx.select().from(textMessages).where(eq(textMessages.messageId, messageId))
  if (message && (await moveTextMessage(work, services, message, event, facts))) {
    if (!isDelivered) await mailLostText(work, services, message)
    afterCommit(() => services.realtime.operatorsHint(message.orderId))
  }
  const [prepared] = await tx.select().from(preparedOrders).where(eq(preparedOrders.textMessageId, messageId))
  if (prepared) await movePreparedText(work, services, prepared.preparedId, event, facts)
  await setDelivery(tx, messageId, isDelivered ? 'delivered' : 'undelivered')
}
