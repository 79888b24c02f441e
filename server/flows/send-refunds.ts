import { and, eq } from 'drizzle-orm'
import { paymentSessions, payments, type RefundRow, refunds } from '../domain/payments/payments.table.ts'
import type { PaymentProvider, Providers, RefundAnswer, RefundRequest } from '../domain/payments/provider.ts'
import { refundDaysOver } from '../domain/payments/refunds.ts'
import { inTransaction } from '../runtime/db/work.ts'
import { forEach } from '../runtime/jobs/for-each.ts'
import { forOrder } from '../runtime/jobs/for-order.ts'
import { GiveUpError, lastErrorOf } from '../runtime/jobs/last-error.ts'
import { leaseDue } from '../runtime/jobs/lease.ts'
import type { Services } from '../runtime/services.ts'
import { eventOf, settleRefund } from './settle-refund.ts'

/** Concurrent provider requests, so that a slow one doesn't hold up the batch. */
const concurrency = 5

export const givenUpError = ({ refundId, orderId, lastError }: RefundRow): GiveUpError =>
  new GiveUpError(`refund ${refundId} of order ${orderId} needs an operator: ${lastError ?? 'timed out'}`)

type RefundMove = Omit<Parameters<typeof settleRefund>[3], 'actor'>

async function requestRefund(
  provider: PaymentProvider | null,
  request: RefundRequest,
  isSent: boolean,
): Promise<RefundAnswer> {
  if (!provider) throw new Error('its payment provider is not configured')
  const answer = isSent ? await provider.refundState(request) : await provider.refund(request)
  if (!answer) throw new Error('the provider doesn’t know this refund')
  return answer
}

/** Requests a refund or polls its state. The provider's answer or failure becomes an event of the refund. */
async function sendRefund(services: Services, providers: Providers, leasedRefund: RefundRow): Promise<void> {
  const { db } = services
  const { refundId, sessionId, paymentId } = leasedRefund
  const [sessionInfo] = await db
    .select({
      provider: paymentSessions.provider,
      method: paymentSessions.method,
      updateTime: paymentSessions.updateTime,
      reference: paymentSessions.reference,
      currency: payments.currency,
    })
    .from(paymentSessions)
    .innerJoin(payments, eq(payments.paymentId, paymentSessions.paymentId))
    .where(and(eq(paymentSessions.sessionId, sessionId), eq(payments.paymentId, paymentId)))
  if (!sessionInfo) return
  const provider = providers.byName(sessionInfo.provider)
  const actor = `provider:${sessionInfo.provider}`
  const settle = async (move: RefundMove): Promise<RefundRow | null> => {
    const settled = await inTransaction(db, (work) =>
      settleRefund(work, services, refundId, { ...move, actor }),
    )
    if (settled?.isGivenUp) throw givenUpError(settled.refund)
    return settled?.refund ?? null
  }

  const isSent = leasedRefund.state === 'requested'
  const refund = isSent ? leasedRefund : await settle({ event: { type: 'refund.ask' } })
  if (!refund) return
  const { attempt, tries, amount } = refund
  const daysOver = isSent ? null : refundDaysOver(sessionInfo, services.now())
  if (daysOver !== null) {
    const reason = `the provider takes refunds for ${daysOver} days after a payment; pay the traveller another way, and mark the refund as done`
    await settle({ event: { type: 'provider.tooLate', attempt }, reason })
    return
  }
  let answer: RefundAnswer
  try {
    const request = { refundId, attempt, isRepeated: tries > 1, reference: sessionInfo.reference }
    answer = await requestRefund(
      provider,
      { ...request, amount: { amount, currency: sessionInfo.currency } },
      isSent,
    )
  } catch (error) {
    await settle({ event: { type: 'provider.silent' }, reason: lastErrorOf(error) })
    throw error
  }
  await settle({ event: eventOf(answer, attempt), reason: answer.reason })
}

export async function sendRefunds(services: Services, providers: Providers): Promise<void> {
  const due = { table: refunds, id: { refundId: refunds.refundId }, due: 'tryTime' } as const
  const claimed = await leaseDue(services.db, services.now(), due)
  await forEach(
    claimed,
    (refund) => forOrder('refund', refund.orderId, () => sendRefund(services, providers, refund)),
    concurrency,
  )
}
