import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { storedJson } from '../storage/stored-json.ts'

/** By hand, since no visitor's home loads the library that reads drafts: the form checks them when it opens. */
type StoredDraft = { uin?: unknown; qrId?: unknown }

const isObject = (value: unknown): value is StoredDraft => typeof value === 'object' && value !== null

/** Makes a visitor's drafts those of the traveller who has signed in. They replace the account's own of the same sites. */
export function adoptVisitorDrafts(storage: KeyValueStorage, uin: string): void {
  const stored = storedJson(storage, storageKeys.orderPreview) as { previews?: unknown } | null | undefined
  const previews = Array.isArray(stored?.previews) ? stored.previews.filter(isObject) : []
  const adopted = previews.filter((preview) => preview.uin === '').map((preview) => ({ ...preview, uin }))
  if (adopted.length === 0) return
  const isReplaced = (preview: StoredDraft) =>
    preview.uin === '' || (preview.uin === uin && adopted.some(({ qrId }) => qrId === preview.qrId))
  const others = previews.filter((preview) => !isReplaced(preview))
  storage.set(storageKeys.orderPreview, JSON.stringify({ ...stored, previews: [...adopted, ...others] }))
}
