import { type PaymentMethod, paymentMethods } from '@handsfree/core/contract'
import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../runtime/db/database.ts'
import { forEach } from '../../../runtime/jobs/for-each.ts'
import { leaseDue } from '../../../runtime/jobs/lease.ts'
import { newId } from '../../../runtime/random.ts'
import type { Services } from '../../../runtime/services.ts'
import { type SandboxPayload, type SandboxSession, sandboxEvents, sandboxSessions } from './sandbox.table.ts'
import { signatureHeader, signWebhook } from './sandbox-signature.ts'

export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  late: '4000 0000 0000 3220',
  silent: '4000 0000 0000 9995',
} as const
export type Card = keyof typeof cards

/** Wallets always pay immediately. */
export const wallets = paymentMethods.filter((method) => method !== 'card')
export type Wallet = (typeof wallets)[number]

/** Choices on the page: test cards and configured wallets. Only cards if none are configured. */
export const paymentChoices = (methods: readonly PaymentMethod[]): (Card | Wallet)[] => [
  ...(methods.length === 0 || methods.includes('card') ? (Object.keys(cards) as Card[]) : []),
  ...wallets.filter((wallet) => methods.includes(wallet)),
]

/** Delay of the "late" card, in ms. */
const lateAnswerMs = 20_000

type EventServices = Pick<Services, 'now' | 'random'>
type SessionEvent = Extract<SandboxPayload, { sessionId: string }>['type']

const queueEvent = (
  tx: Database,
  { now, random }: EventServices,
  session: SandboxSession,
  type: SessionEvent,
) => {
  const { sessionId, amount, currency } = session
  return tx
    .insert(sandboxEvents)
    .values({ eventId: newId(random), payload: { type, sessionId, amount, currency }, sendTime: now() })
}

export const payWithCard = (
  { db, now, random }: Pick<Services, 'db' | 'now' | 'random'>,
  sessionId: string,
  card: Card | Wallet,
): Promise<void> =>
  db.transaction(async (tx) => {
    const method = card in cards ? 'card' : (card as Wallet)
    const outcome = {
      pays: { state: 'paid', event: 'session.paid' },
      declined: { state: 'failed', event: 'session.failed' },
      late: { state: 'processing', event: 'session.processing' },
      silent: { state: 'processing', event: null },
    } as const
    const { state, event } = outcome[method === 'card' ? (card as Card) : 'pays']
    const answerTime = card === 'late' ? new Date(now().getTime() + lateAnswerMs) : null
    const [session] = await tx
      .update(sandboxSessions)
      .set({ state, answerTime, method })
      .where(and(eq(sandboxSessions.sessionId, sessionId), eq(sandboxSessions.state, 'open')))
      .returning()
    if (session && event) await queueEvent(tx, { now, random }, session, event)
  })

/** Completes late cards and expires pages. Safe to run on several instances. */
async function endSessions({ db, now, random }: Pick<Services, 'db' | 'now' | 'random'>): Promise<void> {
  const time = now()
  await db.transaction(async (tx) => {
    const paidSessions = await tx
      .update(sandboxSessions)
      .set({ state: 'paid', answerTime: null })
      .where(
        and(
          eq(sandboxSessions.state, 'processing'),
          isNotNull(sandboxSessions.answerTime),
          lte(sandboxSessions.answerTime, time),
        ),
      )
      .returning()
    for (const session of paidSessions) await queueEvent(tx, { now, random }, session, 'session.paid')
    const expiredSessions = await tx
      .update(sandboxSessions)
      .set({ state: 'expired' })
      .where(
        and(
          or(
            eq(sandboxSessions.state, 'open'),
            and(eq(sandboxSessions.state, 'processing'), isNull(sandboxSessions.answerTime)),
          ),
          lte(sandboxSessions.expiresAt, time),
        ),
      )
      .returning()
    for (const session of expiredSessions) await queueEvent(tx, { now, random }, session, 'session.expired')
  })
}

/** Sends due webhooks. Retries after 1, 2, 4 … 60 s, even after a restart. */
async function sendWebhooks(
  app: FastifyInstance,
  { db, keys, now }: Pick<Services, 'db' | 'keys' | 'now'>,
): Promise<void> {
  const due = { table: sandboxEvents, id: { eventId: sandboxEvents.eventId }, due: 'sendTime' } as const
  await forEach(await leaseDue(db, now(), due), async ({ eventId, payload, tries }) => {
    const isThis = eq(sandboxEvents.eventId, eventId)
    const body = JSON.stringify({ eventId, ...payload })
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/payments/webhook/sandbox',
      headers: { 'content-type': 'application/json', [signatureHeader]: signWebhook(keys, now(), body) },
      body,
    })
    if (statusCode === 200) await db.delete(sandboxEvents).where(isThis)
    else {
      const sendTime = new Date(now().getTime() + Math.min(2 ** tries, 60) * 1000)
      await db
        .update(sandboxEvents)
        .set({ sendTime, tries: tries + 1 })
        .where(isThis)
    }
  })
}

export async function runSandboxBank(app: FastifyInstance, services: Services): Promise<void> {
  await endSessions(services)
  await sendWebhooks(app, services)
}
