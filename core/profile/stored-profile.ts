import * as v from 'valibot'
import type { ProfileFields } from '../auth/auth.types.ts'
import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStored } from '../storage/read-stored.ts'

const text = v.pipe(v.string(), v.maxLength(10_000))

/** Name and email that are typed and not saved. Another version, another owner or a broken text is dropped. */
const StoredProfile = v.object({
  version: v.literal(1),
  /** The traveller whose they are. */
  uin: text,
  draft: v.object({ name: text, email: text }),
})

export function readProfileDraft(storage: KeyValueStorage, uin: string): ProfileFields | null {
  const stored = readStored(storage, storageKeys.profileDraft, StoredProfile)
  return stored?.uin === uin ? stored.draft : null
}

export const writeProfileDraft = (storage: KeyValueStorage, uin: string, draft: ProfileFields): void =>
  storage.set(storageKeys.profileDraft, JSON.stringify({ version: 1, uin, draft }))
