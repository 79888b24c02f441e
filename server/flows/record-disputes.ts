import { notifyOperators } from '../domain/notifications/notify-employees.ts'
import { type ResolvedDispute, recordDispute } from '../domain/payments/disputes.ts'
import { countOpenDisputes } from '../domain/payments/find-disputes.ts'
import type { PaymentProvider } from '../domain/payments/provider.ts'
import { inTransaction, type Work } from '../runtime/db/work.ts'
import { forEach } from '../runtime/jobs/for-each.ts'
import type { Services } from '../runtime/services.ts'

/** How long before their first record complaints may have been made. */
const complaintsMs = 29 * 24 * 3_600_000

/** Records a dispute and notifies operators of a new one. Returns its order's id, or null for an unknown payment. */
export async function notifyDispute(
  work: Work,
  services: Services,
  dispute: ResolvedDispute,
): Promise<string | null> {
  const recorded = await recordDispute(work, services, dispute)
  if (!recorded) return null
  const { orderId, isNew } = recorded
  const actor = `provider:${dispute.provider}` as const
  if (isNew) await notifyOperators(work, services, orderId, { queueKind: 'dispute', actor })
  return orderId
}

/** Providers that payers complain to. */
export const complaintProviders = ({ byName }: Services['providers']): PaymentProvider[] =>
  ['wechat_pay', 'alipay'].flatMap((name) => byName(name) ?? [])

/**
 * Records complaints as disputes, also the end of long ones. Those about payments of other systems are left out.
 */
export async function recordComplaints(services: Services): Promise<void> {
  const { oldest } = await countOpenDisputes(services.db)
  const since = new Date((oldest ?? services.now()).getTime() - complaintsMs)
  await forEach(complaintProviders(services.providers), async ({ name, complaints }) => {
    await forEach((await complaints?.(since)) ?? [], ({ sessionId, ...complaint }) =>
      inTransaction(services.db, (work) =>
        notifyDispute(work, services, { ...complaint, provider: name, reference: sessionId, amount: null }),
      ),
    )
  })
}
