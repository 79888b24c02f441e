import type { TextMessageEvent, TextMessageState } from '@handsfree/core/notifications'
import { and, eq } from 'drizzle-orm'
import type { Work } from '../../runtime/db/work.ts'
import type { Services } from '../../runtime/services.ts'
import { nextMessage } from './next-message.ts'
import { type TextMessageRow, textMessages } from './text-messages.table.ts'

/** Older releases that run side by side don't write a state. */
const stateOf = ({ state, sentTime, tryTime }: TextMessageRow): TextMessageState => {
  if (sentTime) return state === 'delivered' || state === 'undelivered' ? state : 'sent'
  return state === 'due' && !tryTime ? 'givenUp' : state
}

/**
 * The only place where a text message moves. Locks it, runs its machine and writes its columns. Returns the moved
 * message, or null for a no-op event.
 */
export async function moveTextMessage(
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  { orderId, kind }: Pick<TextMessageRow, 'orderId' | 'kind'>,
  event: TextMessageEvent,
  { reason = null, messageId = null }: { reason?: string | null; messageId?: string | null } = {},
): Promise<TextMessageRow | null> {
  const isThis = and(eq(textMessages.orderId, orderId), eq(textMessages.kind, kind))
  const [before] = await tx.select().from(textMessages).where(isThis).for('update')
  if (!before) return null
  const time = now()
  const moved = nextMessage({ ...before, state: stateOf(before) }, time, event, reason)
  if (!moved) return null
  const [after] = await tx
    .update(textMessages)
    .set({
      ...moved,
      ...(event.type === 'gateway.sent' ? { sentTime: time, messageId } : {}),
      ...(event.type === 'operator.retry' ? { sentTime: null, messageId: null } : {}),
    })
    .where(isThis)
    .returning()
  return after ?? null
}
