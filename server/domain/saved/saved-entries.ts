import type { Locale, OrderDraft, RememberedPart, SavedContent, SavedEntry } from '@handsfree/core/contract'
import { canonicalPhone } from '@handsfree/core/phone'
import { policy } from '@handsfree/core/policy'
import { and, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { newId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { regions } from '../regions/regions.table.ts'
import { savedEntries } from './saved.table.ts'

/** Deduplication key within a kind. */
const dedupeKeyOf = (content: SavedContent): string =>
  content.kind === 'receiver'
    ? `${content.dialCode} ${content.phoneNumber}`
    : JSON.stringify([content.regionId, content.address, content.detail])

const normalize = (content: SavedContent): SavedContent =>
  content.kind === 'receiver' ? { ...content, ...canonicalPhone(content) } : content

const isOwnEntry = (uin: string, savedId: string) =>
  and(eq(savedEntries.uin, uin), eq(savedEntries.savedId, savedId))

export async function findSaved(tx: Database, uin: string, locale: Locale): Promise<SavedEntry[]> {
  const rows = await tx
    .select({ entry: savedEntries, region: regions.name })
    .from(savedEntries)
    .leftJoin(regions, sql`${regions.regionId} = ${savedEntries.content} ->> 'regionId'`)
    .where(eq(savedEntries.uin, uin))
    .orderBy(desc(savedEntries.useTime), desc(savedEntries.savedId))
  return rows.map(({ entry, region }) => ({
    savedId: entry.savedId,
    content: entry.content,
    regionName: region?.[locale] ?? '',
    useTime: entry.useTime.toISOString(),
  }))
}

const savedContentOf = (
  part: RememberedPart,
  { receiver, delivery }: Pick<OrderDraft, 'receiver' | 'delivery'>,
): SavedContent | null => {
  if (part === 'receiver') return { kind: 'receiver', ...receiver }
  if (delivery.kind === 'site') return null
  const { regionId, address, detail } = delivery
  return { kind: 'address', regionId, address, detail }
}

/** Saves parts of a draft once each, and deletes the oldest above `policy.maxSaved`. The traveller must be locked. */
export async function rememberEntries(
  tx: Transaction,
  { now, random }: Pick<Services, 'now' | 'random'>,
  uin: string,
  draft: Pick<OrderDraft, 'receiver' | 'delivery'>,
  parts: readonly RememberedPart[],
): Promise<void> {
  for (const part of new Set(parts)) {
    const found = savedContentOf(part, draft)
    if (!found) continue
    const content = normalize(found)
    const row = { content, useTime: now() }
    await tx
      .insert(savedEntries)
      .values({ savedId: newId(random), uin, kind: part, sameAs: dedupeKeyOf(content), ...row })
      .onConflictDoUpdate({ target: [savedEntries.uin, savedEntries.kind, savedEntries.sameAs], set: row })
    const tooMany = tx
      .select({ savedId: savedEntries.savedId })
      .from(savedEntries)
      .where(and(eq(savedEntries.uin, uin), eq(savedEntries.kind, part)))
      .orderBy(desc(savedEntries.useTime), desc(savedEntries.savedId))
      .offset(policy.maxSaved)
    await tx
      .delete(savedEntries)
      .where(and(eq(savedEntries.uin, uin), inArray(savedEntries.savedId, tooMany)))
  }
}

/** Updates an entry. Returns false for an unknown one. The traveller must be locked. */
export async function changeEntry(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  { uin, savedId }: { uin: string; savedId: string },
  changed: SavedContent,
): Promise<boolean> {
  const content = normalize(changed)
  const dedupeKey = dedupeKeyOf(content)
  const isOwn = and(isOwnEntry(uin, savedId), eq(savedEntries.kind, content.kind))
  const [found] = await tx.select({ savedId: savedEntries.savedId }).from(savedEntries).where(isOwn)
  if (!found) return false
  await tx
    .delete(savedEntries)
    .where(
      and(
        eq(savedEntries.uin, uin),
        eq(savedEntries.kind, content.kind),
        eq(savedEntries.sameAs, dedupeKey),
        ne(savedEntries.savedId, savedId),
      ),
    )
  await tx.update(savedEntries).set({ content, sameAs: dedupeKey, useTime: now() }).where(isOwn)
  return true
}

export async function removeEntry(tx: Transaction, uin: string, savedId: string): Promise<boolean> {
  const gone = await tx
    .delete(savedEntries)
    .where(isOwnEntry(uin, savedId))
    .returning({ savedId: savedEntries.savedId })
  return gone.length > 0
}

export async function sweepSaved(db: Database, now: Date): Promise<void> {
  const since = new Date(now)
  since.setUTCFullYear(since.getUTCFullYear() - policy.keepSavedYears)
  await db.delete(savedEntries).where(lt(savedEntries.useTime, since))
}
