import * as v from 'valibot'
import { type Locale, Locale as LocaleSchema } from '../api/contract/common.ts'
import { SavedEntry } from '../api/contract/saved.ts'
import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStored } from '../storage/read-stored.ts'

/** What can be shown without a network. Another version or owner, or a broken text is dropped. */
const KeptSaved = v.object({
  version: v.literal(1),
  uin: v.string(),
  /** Names of regions are in this language. */
  locale: LocaleSchema,
  list: v.array(SavedEntry),
})

type Owner = { uin: string; locale: Locale }

/** A traveller's saved entries as they were last read; null when none are stored in this language, or in any with null. */
export function readKeptSaved(
  storage: KeyValueStorage,
  { uin, locale }: { uin: string; locale: Locale | null },
): readonly SavedEntry[] | null {
  const stored = readStored(storage, storageKeys.keptSaved, KeptSaved)
  return stored?.uin === uin && (stored.locale === locale || locale === null) ? stored.list : null
}

/** Stores the entries for a visit without a network. */
export const keepSaved = (storage: KeyValueStorage, owner: Owner, list: readonly SavedEntry[]): void =>
  storage.set(storageKeys.keptSaved, JSON.stringify({ version: 1, ...owner, list }))
