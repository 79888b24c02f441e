import { createHash } from 'node:crypto'
import { Currency, Id } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { ApiError } from '../../../runtime/http/api-error.ts'
import type { Services } from '../../../runtime/services.ts'
import type { PaymentProvider, ProviderUpdate, RefundAnswer, SessionState } from '../provider.ts'
import { sandboxEvents, sandboxRefunds, sandboxSessions } from './sandbox.table.ts'
import { isWebhookSigned, signatureHeader } from './sandbox-signature.ts'

/** Lifetime of a page in ms (demo contract: 30 min). */
const pageLifetimeMs = 30 * 60_000
/** Duration of a refund in ms, long enough to be visible. */
const refundDelayMs = 10_000

const Webhook = v.variant('type', [
  v.strictObject({
    eventId: Id,
    type: v.picklist(['session.processing', 'session.paid', 'session.failed', 'session.expired']),
    sessionId: Id,
    amount: v.number(),
    currency: Currency,
  }),
  v.strictObject({
    eventId: Id,
    type: v.picklist(['dispute.opened', 'dispute.won', 'dispute.lost']),
    disputeId: Id,
    sessionId: Id,
    amount: v.number(),
    currency: Currency,
  }),
  v.strictObject({
    eventId: Id,
    type: v.picklist(['refund.completed', 'refund.failed']),
    refundId: Id,
    attempt: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  }),
])

const outcomes = {
  'session.processing': 'processing',
  'session.paid': 'paid',
  'session.failed': 'failed',
  'session.expired': 'expired',
} as const

const bounceReason = 'the sandbox’s bank sent it back'

const toRefundAnswer = (isFailed: boolean): RefundAnswer =>
  isFailed ? { outcome: 'failed', reason: bounceReason } : { outcome: 'refunded', reason: null }

const disputeStates = { 'dispute.opened': 'open', 'dispute.won': 'won', 'dispute.lost': 'lost' } as const

function toUpdate(webhook: v.InferOutput<typeof Webhook>): ProviderUpdate {
  if ('refundId' in webhook) {
    const { type, refundId, attempt } = webhook
    return { kind: 'refund', refundId, attempt, ...toRefundAnswer(type === 'refund.failed') }
  }
  const { sessionId, currency } = webhook
  const amount = { amount: webhook.amount, currency }
  if ('disputeId' in webhook) {
    const { type, disputeId } = webhook
    const state = disputeStates[type]
    return { kind: 'dispute', disputeId, paymentReference: sessionId, amount, reason: 'general', state }
  }
  return { kind: 'session', sessionId, reference: sessionId, outcome: outcomes[webhook.type], amount }
}

/** Derived from the refund id, which makes refunds idempotent. */
const refundEventId = (refundId: string, attempt: number): string =>
  createHash('sha256')
    .update(`refund ${refundId}${attempt === 0 ? '' : ` ${attempt}`}`)
    .digest('hex')
    .slice(0, 24)

const readJson = (raw: Buffer): unknown => {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}

async function stateOf(db: Services['db'], reference: string): Promise<SessionState> {
  const [session] = await db.select().from(sandboxSessions).where(eq(sandboxSessions.sessionId, reference))
  if (!session) return { outcome: 'expired', amount: null }
  const { state: outcome, amount, currency } = session
  return { outcome, amount: { amount, currency } }
}

/** The demo's provider. Its page and tables are on this server; it moves no money. */
export const createSandboxProvider = ({
  db,
  keys,
  now,
  settings,
}: Pick<Services, 'db' | 'keys' | 'now' | 'random' | 'settings'>): PaymentProvider => ({
  name: 'sandbox',

  methods: settings.paymentMethods,

  pageLifetimeMs,

  async openSession({ sessionId, amount, orderNumber, locale, returnUrl, cancelUrl, expiresAt, methods }) {
    await db
      .insert(sandboxSessions)
      .values({
        sessionId,
        ...amount,
        orderNumber,
        locale,
        returnPath: returnUrl,
        cancelPath: cancelUrl,
        state: 'open',
        expiresAt,
      })
      .onConflictDoNothing()
    const isPart = methods.length < settings.paymentMethods.length
    const query = isPart ? `?${new URLSearchParams({ methods: methods.join() })}` : ''
    return { reference: sessionId, redirectUrl: `/sandbox/pay/${sessionId}${query}` }
  },

  parseWebhook(raw, headers) {
    if (!isWebhookSigned(keys, now(), raw, headers[signatureHeader])) {
      throw new ApiError(errorCodes.signatureNotMatch, 'signature not match')
    }
    const parsed = v.safeParse(Webhook, readJson(raw))
    if (!parsed.success) throw new ApiError(errorCodes.paramError, 'unknown webhook')
    return { eventId: parsed.output.eventId, update: toUpdate(parsed.output) }
  },

  sessionOf: async (paymentReference) => paymentReference,

  sessionState: (reference) => stateOf(db, reference),

  async methodOf(reference) {
    const [session] = await db.select().from(sandboxSessions).where(eq(sandboxSessions.sessionId, reference))
    return session?.method ?? null
  },

  async endSession(reference) {
    await db
      .update(sandboxSessions)
      .set({ state: 'expired' })
      .where(and(eq(sandboxSessions.sessionId, reference), eq(sandboxSessions.state, 'open')))
    return stateOf(db, reference)
  },

  async refund({ refundId, attempt, reference }) {
    const [session] = await db.select().from(sandboxSessions).where(eq(sandboxSessions.sessionId, reference))
    const fails = session?.failsRefunds ?? false
    const answerTime = new Date(now().getTime() + refundDelayMs)
    await db.insert(sandboxRefunds).values({ refundId, attempt, fails, answerTime }).onConflictDoNothing()
    const type = fails ? 'refund.failed' : 'refund.completed'
    await db
      .insert(sandboxEvents)
      .values({
        eventId: refundEventId(refundId, attempt),
        payload: { type, refundId, attempt },
        sendTime: answerTime,
      })
      .onConflictDoNothing()
    return { outcome: 'accepted', reason: null }
  },

  async refundState({ refundId, attempt }) {
    const [refund] = await db
      .select()
      .from(sandboxRefunds)
      .where(and(eq(sandboxRefunds.refundId, refundId), eq(sandboxRefunds.attempt, attempt)))
    // Older releases didn't store refunds; those have long succeeded.
    if (!refund) return toRefundAnswer(false)
    return refund.answerTime > now() ? { outcome: 'accepted', reason: null } : toRefundAnswer(refund.fails)
  },
})
