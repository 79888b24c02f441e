import type { TextMessageEvent } from '@handsfree/core/sms'
import { eq } from 'drizzle-orm'
import { inTransaction, type Work } from '../db/work.ts'
import { claimDue } from '../jobs/claim.ts'
import { forEach } from '../jobs/for-each.ts'
import { GaveUp, lastErrorOf } from '../jobs/last-error.ts'
import { orders } from '../orders/orders.table.ts'
import type { Services } from '../services.ts'
import { users } from '../users/users.table.ts'
import { moveTextMessage } from './move-text-message.ts'
import {
  type TextMessageKind,
  type TextMessageRow,
  textMessageKinds,
  textMessages,
} from './text-messages.table.ts'
import { messageTexts } from './texts.ts'

type SendingServices = Pick<Services, 'db' | 'now' | 'sms' | 'settings'>

/** Messages that are handed to the gateway side by side. */
const atOnce = 5

/** Queues a text message for after the commit, once an order and kind. */
export const queueTextMessage = (
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  orderId: string,
  kind: TextMessageKind,
) =>
  tx.insert(textMessages).values({ orderId, kind, tryTime: now(), createTime: now() }).onConflictDoNothing()

async function wordsOf({ db, settings }: SendingServices, { orderId, kind }: TextMessageRow) {
  const [found] = await db
    .select({ order: orders, user: users })
    .from(orders)
    .innerJoin(users, eq(users.uin, orders.uin))
    .where(eq(orders.orderId, orderId))
  if (!found) throw new Error('its order is gone')
  const { dialCode, phoneNumber, locale } = found.user
  const { orderNumber, pieces, pickupPlace, deliveryPlace } = found.order
  const words = messageTexts[locale][kind]({
    orderNumber,
    pieces,
    from: pickupPlace.name[locale],
    to: deliveryPlace.name[locale],
    hotline: settings.hotline,
  })
  return { phone: { dialCode, phoneNumber }, words }
}

async function sendTextMessage(services: SendingServices, message: TextMessageRow): Promise<void> {
  const move = (event: TextMessageEvent, reason: string | null = null) =>
    inTransaction(services.db, (work) => moveTextMessage(work, services, message, event, reason))
  if (!(await move({ type: 'message.send' }))) return
  try {
    const { phone, words } = await wordsOf(services, message)
    await services.sms.sendText(phone, words)
  } catch (error) {
    const reason = lastErrorOf(error)
    const moved = await move({ type: 'gateway.failed' }, reason)
    if (moved?.state !== 'givenUp') throw error
    throw new GaveUp(`text message ${message.kind} of order ${message.orderId} was not sent: ${reason}`)
  }
  await move({ type: 'gateway.sent' })
}

/** Sends the messages of one order, also after a failure. Throws what failed. */
async function sendInTurn(services: SendingServices, messages: readonly TextMessageRow[]): Promise<void> {
  const errors: unknown[] = []
  for (const message of messages) {
    await sendTextMessage(services, message).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${messages.length} failed`)
  if (errors.length === 1) throw errors[0]
}

const asTheyHappened = (a: TextMessageRow, b: TextMessageRow): number =>
  a.createTime.getTime() - b.createTime.getTime() ||
  textMessageKinds.indexOf(a.kind) - textMessageKinds.indexOf(b.kind)

/**
 * Sends the text messages that are due, each claimed by one instance; one whose server dies in between is sent again.
 */
export async function sendDueTextMessages(services: SendingServices): Promise<void> {
  const id = { orderId: textMessages.orderId, kind: textMessages.kind }
  const due = { table: textMessages, id, due: 'tryTime' } as const
  const byOrder = new Map<string, TextMessageRow[]>()
  for (const message of (await claimDue(services.db, services.now(), due)).sort(asTheyHappened)) {
    byOrder.set(message.orderId, [...(byOrder.get(message.orderId) ?? []), message])
  }
  // The traveller of an order reads them in their order, whatever the others wait for.
  await forEach([...byOrder.values()], (messages) => sendInTurn(services, messages), atOnce)
}
