import type { Consent, ConsentKind, GivenConsent } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { and, desc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { Services } from '../../runtime/services.ts'
import { consents } from './consents.table.ts'

const refusal = (reason: 'missing' | 'version') =>
  new ApiError(errorCodes.paramError, 'the current privacy policy is not agreed to', {
    details: { field: 'consent', reason },
  })

/** Throws 1008 for null, and for another version than the current one. Clients of older releases send none. */
export function checkConsent(consent: GivenConsent | null | undefined): void {
  if (consent === null) throw refusal('missing')
  if (consent && consent.version !== policy.privacyVersion) throw refusal('version')
}

/** Newest first. */
export async function findConsents(db: Database, uin: string): Promise<Consent[]> {
  const rows = await db.select().from(consents).where(eq(consents.uin, uin)).orderBy(desc(consents.position))
  return rows.map(({ kind, isGiven, version, locale, time }) => ({
    ...{ kind, isGiven, version, locale },
    time: time.toISOString(),
  }))
}

export async function findLatestConsent(db: Database, uin: string, kind: ConsentKind) {
  const [latest] = await db
    .select()
    .from(consents)
    .where(and(eq(consents.uin, uin), eq(consents.kind, kind)))
    .orderBy(desc(consents.position))
    .limit(1)
  return latest ?? null
}

/** Adds a consent, unless the latest one is to the same version. Nothing for a client that sends none. */
export async function saveConsent(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  { uin, kind }: { uin: string; kind: ConsentKind },
  consent: GivenConsent | null | undefined,
): Promise<void> {
  checkConsent(consent)
  if (!consent) return
  const latest = await findLatestConsent(tx, uin, kind)
  if (latest?.isGiven && latest.version === consent.version) return
  await tx.insert(consents).values({ uin, kind, isGiven: true, ...consent, time: now() })
}

/** Ends a consent. Nothing without one. */
export async function endConsent(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  { uin, kind }: { uin: string; kind: ConsentKind },
): Promise<void> {
  const latest = await findLatestConsent(tx, uin, kind)
  if (!latest?.isGiven) return
  const { version, locale } = latest
  await tx.insert(consents).values({ uin, kind, isGiven: false, version, locale, time: now() })
}
