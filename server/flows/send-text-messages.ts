import type { Phone } from '@handsfree/core/contract'
import type { TextMessageEvent } from '@handsfree/core/notifications'
import { eq } from 'drizzle-orm'
import { brandName } from '../domain/catalogue/brand.ts'
import {
  findReceiverLink,
  hadReceiverLink,
  makeReceiverLink,
  pathOfLink,
} from '../domain/links/receiver-links.ts'
import { countBagsLeft } from '../domain/orders/bags.ts'
import { canCollect } from '../domain/orders/can-collect.ts'
import { isDelayRefunded } from '../domain/orders/late-refund.ts'
import { expectedArrivalOf } from '../domain/orders/lifecycle-columns.ts'
import { type OrderRow, orders } from '../domain/orders/orders.table.ts'
import { placeOfBags } from '../domain/orders/place-of-bags.ts'
import { isNewsShown } from '../domain/push/shown.ts'
import { mailLostText } from '../domain/receipts/receipt-mails.ts'
import { dropDueTexts } from '../domain/texts/drop-due-texts.ts'
import { moveTextMessage } from '../domain/texts/move-text-message.ts'
import {
  isReplaceable,
  isToReceiver,
  type TextMessageRow,
  textMessageKinds,
  textMessages,
} from '../domain/texts/text-messages.table.ts'
import { messageTexts, windowText } from '../domain/texts/texts.ts'
import { users } from '../domain/users/users.table.ts'
import { textRefusal } from '../domain/verification/phone.ts'
import { inTransaction } from '../runtime/db/work.ts'
import { forEach } from '../runtime/jobs/for-each.ts'
import { forOrder } from '../runtime/jobs/for-order.ts'
import { GiveUpError, lastErrorOf } from '../runtime/jobs/last-error.ts'
import { leaseDue } from '../runtime/jobs/lease.ts'
import type { Services } from '../runtime/services.ts'
import { publicOrigin } from '../runtime/settings/public-origin.ts'
import type { TextMessage } from '../runtime/sms/text-kinds.ts'

type SendingServices = Pick<Services, 'db' | 'keys' | 'now' | 'random' | 'sms' | 'settings'>

const concurrency = 5

/** Returns the receiver's link. Creates it with the first message, unless the traveller revoked one. */
const linkFor = (services: SendingServices, order: OrderRow) =>
  inTransaction(services.db, async ({ tx }) => {
    const link = await findReceiverLink(tx, order, services.now())
    if (link || !canCollect(order) || (await hadReceiverLink(tx, order.orderId))) return link
    return makeReceiverLink({ tx }, services, order, false)
  })

async function composeMessage(
  services: SendingServices,
  { orderId, kind }: TextMessageRow,
): Promise<{ phone: Phone; message: TextMessage }> {
  const { db, settings } = services
  const [row] = await db
    .select({ order: orders, user: users })
    .from(orders)
    .innerJoin(users, eq(users.uin, orders.uin))
    .where(eq(orders.orderId, orderId))
  if (!row) throw new Error('its order no longer exists')
  const { order, user } = row
  const isForReceiver = isToReceiver(kind)
  const locale = isForReceiver ? (order.receiverLocale ?? user.locale) : user.locale
  const link = isForReceiver ? await linkFor(services, order) : null
  const origin = publicOrigin(settings)
  const path = link && pathOfLink(services, link, order)
  const facts = {
    brand: await brandName(db, services, locale),
    orderNumber: order.orderNumber,
    pieces: await countBagsLeft(db, order),
    from: order.pickupPlace.name[locale],
    to: placeOfBags(order).name[locale],
    hasArrived: order.transport === 'completed' && order.return !== 'inProgress',
    hotline: settings.hotline,
    arrival: windowText(
      locale,
      { timeZone: order.timeZone, city: order.pickupPlace.cityName[locale] },
      expectedArrivalOf(order),
    ),
    link: path ? `${origin}${path}` : '',
    isPaid: order.amountPaid > 0,
    isDelayRefunded: isDelayRefunded(order, services.now()),
    returnReason: order.returnReason,
  }
  const { orderNumber, pieces, from, to, hotline, arrival } = facts
  const values = {
    orderNumber,
    pieces: String(pieces),
    from,
    to,
    hotline,
    arrival,
    link: facts.link || origin,
  }
  const phone = isForReceiver
    ? { dialCode: order.receiverDialCode, phoneNumber: order.receiverPhoneNumber }
    : { dialCode: user.dialCode, phoneNumber: user.phoneNumber }
  return { phone, message: { kind, locale, text: messageTexts[locale][kind](facts), values } }
}

async function sendTextMessage(services: SendingServices, message: TextMessageRow): Promise<void> {
  const move = (event: TextMessageEvent, facts?: { reason?: string; messageId?: string | null }) =>
    inTransaction(services.db, (work) => moveTextMessage(work, services, message, event, facts))
  // A retry by an operator is sent in any case.
  const isFirstTry = message.state === 'due' && message.lastError === null
  if (isFirstTry && isReplaceable(message.kind)) {
    const isShown = await isNewsShown(services.db, message.orderId, message.kind)
    if (isShown) {
      await move({ type: 'message.skip' })
      return
    }
  }
  if (!(await move({ type: 'message.send' }))) return
  let messageId: string | null
  try {
    const { phone, message: composed } = await composeMessage(services, message)
    const refusal = textRefusal(phone, services.settings.smsCountries)
    if (refusal) throw new Error(`this number can’t get text messages: ${refusal}`)
    messageId = await services.sms.sendText(phone, composed)
  } catch (error) {
    const reason = lastErrorOf(error)
    const moved = await move({ type: 'gateway.failed' }, { reason })
    if (moved?.state !== 'givenUp') throw error
    await inTransaction(services.db, (work) => mailLostText(work, services, message))
    throw new GiveUpError(`text message ${message.kind} of order ${message.orderId} was not sent: ${reason}`)
  }
  await move({ type: 'gateway.sent' }, { messageId })
}

/** Sends one order's messages in sequence, continuing after a failure. Throws the failures. */
async function sendInTurn(services: SendingServices, messages: readonly TextMessageRow[]): Promise<void> {
  const errors: unknown[] = []
  for (const message of messages) {
    await forOrder('textMessage', message.orderId, () => sendTextMessage(services, message)).catch(
      (error: unknown) => errors.push(error),
    )
  }
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${messages.length} failed`)
  if (errors.length === 1) throw errors[0]
}

const byCreateTime = (a: TextMessageRow, b: TextMessageRow): number =>
  a.createTime.getTime() - b.createTime.getTime() ||
  textMessageKinds.indexOf(a.kind) - textMessageKinds.indexOf(b.kind)

/**
 * Sends the due text messages, each leased by one instance. If that instance dies while sending, the message is sent
 * again.
 */
export async function sendDueTextMessages(services: SendingServices): Promise<void> {
  if (!services.settings.sendsTexts) {
    await dropDueTexts(services.db, services.now())
    return
  }
  const id = { orderId: textMessages.orderId, kind: textMessages.kind }
  const due = { table: textMessages, id, due: 'tryTime' } as const
  const byOrder = new Map<string, TextMessageRow[]>()
  for (const message of (await leaseDue(services.db, services.now(), due)).sort(byCreateTime)) {
    byOrder.set(message.orderId, [...(byOrder.get(message.orderId) ?? []), message])
  }
  // Sequential per order, so that the traveller gets them in order; orders run in parallel.
  await forEach([...byOrder.values()], (messages) => sendInTurn(services, messages), concurrency)
}
