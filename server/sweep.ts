import { sweepIdempotencyKeys } from './http/idempotency.ts'
import { sweepPaymentEvents } from './payments/due-payments.ts'
import type { Services } from './services.ts'
import { sweepTokens } from './users/tokens.ts'
import { sweepCodes } from './verification/verification.ts'

/** Deletes what no rule looks at any more: old answers, dead tokens, yesterday's codes, webhooks' ids. */
export async function sweep({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const time = now()
  await sweepIdempotencyKeys(db, time)
  await sweepTokens(db, time)
  await sweepCodes(db, time)
  await sweepPaymentEvents(db, time)
}
