import * as v from 'valibot'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { readStored } from '../lib/read-stored.ts'

/** Minimal schema; the form validates the rest of a draft when it opens. */
const StoredDraft = v.looseObject({ uin: v.optional(v.unknown()), qrId: v.optional(v.unknown()) })
const StoredDrafts = v.looseObject({ previews: v.array(v.unknown()) })
type StoredDraft = v.InferOutput<typeof StoredDraft>

/** Moves a visitor's drafts to the account that signed in. They replace the account's drafts of the same QR ids. */
export function adoptVisitorDrafts(storage: KeyValueStorage, uin: string): void {
  const stored = readStored(storage, storageKeys.orderPreview, StoredDrafts)
  if (!stored) return
  const drafts = stored.previews.filter((draft) => v.is(StoredDraft, draft))
  const isVisitorDraft = (draft: StoredDraft) => draft.uin === ''
  const adoptedDrafts = drafts.filter(isVisitorDraft).map((draft) => ({ ...draft, uin }))
  if (adoptedDrafts.length === 0) return
  const isReplaced = (draft: StoredDraft) =>
    isVisitorDraft(draft) || (draft.uin === uin && adoptedDrafts.some(({ qrId }) => qrId === draft.qrId))
  const otherDrafts = drafts.filter((draft) => !isReplaced(draft))
  storage.set(
    storageKeys.orderPreview,
    JSON.stringify({ ...stored, previews: [...adoptedDrafts, ...otherDrafts] }),
  )
}
