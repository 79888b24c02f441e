import { and, eq, lte } from 'drizzle-orm'
import { sweepExports } from '../domain/account/export-tickets.ts'
import { sweepSitePictures } from '../domain/catalogue/site-pictures.ts'
import { sweepFiles } from '../domain/files/files.ts'
import { removeContents } from '../domain/files/remove-files.ts'
import { sweepPasskeyChallenges, sweepPasskeyTries } from '../domain/passkeys/passkeys.ts'
import { sweepDeskTexts } from '../domain/prepared/desk-texts.ts'
import { sweepPushes } from '../domain/push/subscriptions.ts'
import { sweepSaved } from '../domain/saved/saved-entries.ts'
import { sweepCrewSessions } from '../domain/users/crew-sessions.ts'
import { sweepEmployeeTokens } from '../domain/users/employees.ts'
import { sweepInvitations } from '../domain/users/invitations.ts'
import { sweepPasswordGuesses } from '../domain/users/passwords.ts'
import { sweepTablets } from '../domain/users/tablets.ts'
import { sweepTokens } from '../domain/users/tokens.ts'
import { sweepCodes } from '../domain/verification/verification.ts'
import { sweepIdempotencyKeys } from '../runtime/http/idempotency.ts'
import { sweepRequestCounts } from '../runtime/http/request-counts.ts'
import { failedJobs } from '../runtime/jobs/failed-jobs.table.ts'
import { forEach } from '../runtime/jobs/for-each.ts'
import { runStep } from '../runtime/jobs/run-due.ts'
import type { Services } from '../runtime/services.ts'
import { sweepAccounting } from './accounting.ts'
import { sweepPaymentEvents } from './due-payments.ts'
import { sweepExpired } from './retention.ts'

type SweepServices = Pick<Services, 'db' | 'fileStore' | 'now' | 'settings'>

/** Named as shown by `operator jobs`. */
const steps: [string, (services: SweepServices) => Promise<unknown>][] = [
  ['idempotency-keys', ({ db, now }) => sweepIdempotencyKeys(db, now())],
  ['request-counts', ({ db, now }) => sweepRequestCounts(db, now())],
  ['tokens', ({ db, now }) => sweepTokens(db, now())],
  ['employee-tokens', ({ db, now }) => sweepEmployeeTokens(db, now())],
  ['site-tablets', ({ db, now }) => sweepTablets(db, now())],
  ['crew-sessions', ({ db, now }) => sweepCrewSessions(db, now())],
  ['invitations', ({ db, now }) => sweepInvitations(db, now())],
  ['password-guesses', ({ db, now }) => sweepPasswordGuesses(db, now())],
  ['exports', ({ db, now }) => sweepExports(db, now())],
  ['codes', ({ db, now }) => sweepCodes(db, now())],
  ['desk-texts', ({ db, now }) => sweepDeskTexts(db, now())],
  ['passkey-challenges', ({ db, now }) => sweepPasskeyChallenges(db, now())],
  ['push-messages', ({ db, now }) => sweepPushes(db, now())],
  ['passkey-tries', ({ db, now }) => sweepPasskeyTries(db, now())],
  ['payment-events', ({ db, now }) => sweepPaymentEvents(db, now())],
  ['saved-entries', ({ db, now }) => sweepSaved(db, now())],
  ['unused-pictures', sweepFiles],
  ['site-pictures', sweepSitePictures],
  ['retention', sweepExpired],
  ['accounting', sweepAccounting],
  ['contents', removeContents],
]

const runSteps = (services: SweepServices, wanted: typeof steps): Promise<void> =>
  forEach(wanted, ([name, work]) => runStep(services, name, () => work(services)))

/** Deletes expired data. A failed step doesn't stop the others. */
export const sweep = (services: SweepServices): Promise<void> => runSteps(services, steps)

/** Runs between sweeps: removes contents of deleted files and reruns failed steps that are due. */
export async function retryFailedSweeps(services: SweepServices): Promise<void> {
  const { db, now } = services
  const failedSteps = await db
    .select({ step: failedJobs.subject })
    .from(failedJobs)
    .where(and(eq(failedJobs.kind, 'sweep'), lte(failedJobs.nextTime, now())))
  await runSteps(
    services,
    steps.filter(([name]) => name === 'contents' || failedSteps.some(({ step }) => step === name)),
  )
}
