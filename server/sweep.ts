import { sweepExports } from './account/export-tickets.ts'
import { sweepAccounting } from './accounting.ts'
import { sweepSitePictures } from './catalogue/site-pictures.ts'
import { sweepFiles } from './files/files.ts'
import { sweepIdempotencyKeys } from './http/idempotency.ts'
import { sweepPaymentEvents } from './payments/due-payments.ts'
import { sweepOld } from './retention.ts'
import { sweepSaved } from './saved/saved-entries.ts'
import type { Services } from './services.ts'
import { sweepEmployeeTokens } from './users/employees.ts'
import { sweepTokens } from './users/tokens.ts'
import { sweepCodes } from './verification/verification.ts'

/**
 * Deletes what no rule needs any more: old answers, dead tokens, yesterday's codes, webhook ids, unused pictures, what is
 * older than the settings say, and orders whose years of accounting are over.
 */
export async function sweep(
  services: Pick<Services, 'db' | 'fileStore' | 'now' | 'settings'>,
): Promise<void> {
  const { db, now } = services
  const time = now()
  await sweepIdempotencyKeys(db, time)
  await sweepTokens(db, time)
  await sweepEmployeeTokens(db, time)
  await sweepExports(db, time)
  await sweepCodes(db, time)
  await sweepPaymentEvents(db, time)
  await sweepSaved(db, time)
  await sweepFiles(services)
  await sweepSitePictures(services)
  await sweepOld(services)
  await sweepAccounting(services)
}
