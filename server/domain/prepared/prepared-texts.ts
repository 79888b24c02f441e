import type { Phone } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import type { TextMessageEvent } from '@handsfree/core/notifications'
import { policy } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import { inTransaction, type Work } from '../../runtime/db/work.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { forEach } from '../../runtime/jobs/for-each.ts'
import { GiveUpError, lastErrorOf } from '../../runtime/jobs/last-error.ts'
import { leaseDue } from '../../runtime/jobs/lease.ts'
import type { Employee, Services } from '../../runtime/services.ts'
import { brandName } from '../catalogue/brand.ts'
import { storedLinkToken } from '../links/link-token.ts'
import { nextMessage } from '../texts/next-message.ts'
import { preparedText } from '../texts/texts.ts'
import { countDeskText } from './desk-texts.ts'
import { type PreparedRow, type PreparedTextState, preparedOrders } from './prepared-orders.table.ts'

type SendingServices = Pick<Services, 'db' | 'keys' | 'now' | 'settings' | 'sms'>

const concurrency = 5

export const linkPurpose = 'prepared order'

export const linkOf = (origin: string, token: string): string => `${origin}/handover/${token}`

/**
 * Queues the link's text message, at most `policy.maxPreparedTexts`. Throws 2004 at a limit. A pending message isn't
 * queued twice. Returns how many are left.
 */
export async function queuePreparedText(
  tx: Transaction,
  services: Pick<Services, 'keys' | 'now' | 'random'>,
  employee: Employee,
  row: Pick<PreparedRow, 'preparedId' | 'siteId' | 'texts' | 'textState'> & { guest: Phone },
  { locale, origin }: Required<Pick<NonNullable<PreparedRow['textWords']>, 'locale' | 'origin'>>,
): Promise<number> {
  const { preparedId, texts, textState } = row
  if (textState === 'due' || textState === 'sending') return policy.maxPreparedTexts - texts
  if (texts >= policy.maxPreparedTexts) {
    const details = { textsLeft: 0 }
    throw new ApiError(errorCodes.verificationCodeTooSoon, 'text message limit reached', { details })
  }
  await countDeskText(tx, services, employee, row)
  const { now } = services
  await tx
    .update(preparedOrders)
    .set({
      texts: texts + 1,
      textState: 'due',
      textTries: 0,
      textTryTime: now(),
      textError: null,
      textMessageId: null,
      textTime: now(),
      textWords: { locale, origin },
    })
    .where(eq(preparedOrders.preparedId, preparedId))
  return policy.maxPreparedTexts - texts - 1
}

/**
 * The only place where this message moves. Locks the row, runs the machine and writes the columns. Returns the moved
 * row, or null for a no-op event.
 */
export async function movePreparedText(
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  preparedId: string,
  event: TextMessageEvent,
  { reason = null, messageId = null }: { reason?: string | null; messageId?: string | null } = {},
): Promise<PreparedRow | null> {
  const isThis = eq(preparedOrders.preparedId, preparedId)
  const [before] = await tx.select().from(preparedOrders).where(isThis).for('update')
  if (!before?.textState) return null
  const { textState, textTries, textTryTime, textError } = before
  const columns = { state: textState, tries: textTries, tryTime: textTryTime, lastError: textError }
  const after = nextMessage(columns, now(), event, reason)
  if (!after) return null
  const [updatedRow] = await tx
    .update(preparedOrders)
    .set({
      textState: after.state as PreparedTextState,
      textTries: after.tries,
      textTryTime: after.tryTime,
      textError: after.lastError,
      ...(event.type === 'gateway.sent' ? { textMessageId: messageId } : {}),
    })
    .where(isThis)
    .returning()
  return updatedRow ?? null
}

/** Returns the gateway's id of the message; null without one, or if nobody needs the link any more. */
async function deliver({ db, keys, now, sms }: SendingServices, row: PreparedRow): Promise<string | null> {
  const { guest, textWords, tokenHash, preparedId: linkId } = row
  if (row.orderId !== null || row.endTime <= now() || !guest || !textWords) return null
  const token = storedLinkToken(keys, linkPurpose, { linkId, tokenHash })
  if (!token) throw new Error('the secret of its link has changed')
  const { locale, origin } = textWords
  const values = { from: row.pickupPlace.name[locale], link: linkOf(origin, token) }
  const text = preparedText[locale]({ brand: await brandName(db, { now }, locale), ...values })
  return sms.sendText(guest, { kind: 'prepared', locale, text, values })
}

async function sendPreparedText(services: SendingServices, { preparedId }: PreparedRow): Promise<void> {
  const move = (event: TextMessageEvent, facts?: { reason?: string; messageId?: string | null }) =>
    inTransaction(services.db, (work) => movePreparedText(work, services, preparedId, event, facts))
  const row = await move({ type: 'message.send' })
  if (!row) return
  // Queued before a restart.
  if (!services.settings.sendsTexts) {
    await move({ type: 'gateway.refused' }, { reason: 'text messages are switched off' })
    return
  }
  let messageId: string | null
  try {
    messageId = await deliver(services, row)
  } catch (error) {
    const reason = lastErrorOf(error)
    const moved = await move({ type: 'gateway.failed' }, { reason })
    if (moved?.textState !== 'givenUp') throw error
    throw new GiveUpError(`the link of prepared order ${preparedId} was not sent: ${reason}`)
  }
  await move({ type: 'gateway.sent' }, { messageId })
}

/** Sends due messages, each leased by one instance. */
export async function sendDuePreparedTexts(services: SendingServices): Promise<void> {
  const due = {
    table: preparedOrders,
    id: { preparedId: preparedOrders.preparedId },
    due: 'textTryTime',
  } as const
  const claimed = await leaseDue(services.db, services.now(), due)
  await forEach(claimed, (row) => sendPreparedText(services, row), concurrency)
}
