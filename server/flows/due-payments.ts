import { paymentEvents } from '../domain/payments/payments.table.ts'
import { deleteBefore } from '../runtime/db/delete-before.ts'
import { forEach } from '../runtime/jobs/for-each.ts'
import type { Services } from '../runtime/services.ts'
import { checkSessions } from './check-sessions.ts'
import { sendRefunds } from './send-refunds.ts'

/** Retention of webhook ids in ms. Providers stop retrying after 3 days. */
const eventRetentionMs = 30 * 24 * 3_600_000

export async function runDuePayments(services: Services, providers = services.providers): Promise<void> {
  // In parallel, so that slow or failing sessions don't delay refunds.
  await forEach([checkSessions, sendRefunds], (work) => work(services, providers), 2)
}

export const sweepPaymentEvents = (db: Services['db'], now: Date) =>
  deleteBefore(db, paymentEvents, paymentEvents.time, new Date(now.getTime() - eventRetentionMs))
