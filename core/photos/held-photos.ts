import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage, Platform } from '../lib/platform.ts'
import { storedJson } from '../lib/read-stored.ts'
import { heldKeys, type PhotoOwner, sendingKeys } from './photo-list.ts'

const { orderPreview, feedbackDraft, claimDraft, handoverDraft, outbox, actDrafts } = storageKeys
const formKeys = [orderPreview, feedbackDraft, claimDraft, handoverDraft, outbox, actDrafts]

/** Fields of stored forms that list keys, or forms with such fields. */
const keyFields = ['heldPhotos', 'sendingPhotos', 'held'] as const
const formFields = ['previews', 'claims', 'acts', 'drafts', 'photos'] as const

const isKey = (value: unknown): value is string => typeof value === 'string'
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const keysIn = (stored: unknown): string[] => {
  if (typeof stored !== 'object' || stored === null) return []
  const listsIn = (fields: readonly string[]) =>
    fields.flatMap((field) => listOf((stored as Record<string, unknown>)[field]))
  return [...listsIn(keyFields).filter(isKey), ...listsIn(formFields).flatMap(keysIn)]
}

/** Keys of held images listed by any stored form of any account. */
export const listedPhotos = (storage: KeyValueStorage): string[] =>
  formKeys.flatMap((key) => keysIn(storedJson(storage, key)))

/** Deletes held images once no form lists them, since they were uploaded or removed. */
export function removeUnlistedPhotos(
  form: PhotoOwner,
  { storage, heldImages }: Pick<Platform, 'storage' | 'heldImages'>,
): void {
  const readPhotoKeys = () => {
    const { photos } = form.getSnapshot().context
    return [...heldKeys(photos), ...sendingKeys(photos)]
  }
  let previousKeys = readPhotoKeys()
  form.subscribe({
    next: () => {
      const currentKeys = readPhotoKeys()
      const removedKeys = previousKeys.filter((key) => !currentKeys.includes(key))
      // An uploaded photo may still be listed; the next change of the draft saves it.
      const listedKeys = removedKeys.length > 0 ? listedPhotos(storage) : []
      previousKeys = [...currentKeys, ...removedKeys.filter((key) => listedKeys.includes(key))]
      const unlistedKeys = removedKeys.filter((key) => !listedKeys.includes(key))
      if (unlistedKeys.length > 0) heldImages?.remove(unlistedKeys).catch(() => undefined)
    },
  })
}
