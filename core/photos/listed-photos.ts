import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { storedJson } from '../lib/stored-json.ts'

const { orderPreview, feedbackDraft, claimDraft, handoverDraft } = storageKeys
const forms = [orderPreview, feedbackDraft, claimDraft, handoverDraft]

type Listing = { heldPhotos?: unknown; sendingPhotos?: unknown; previews?: unknown; claims?: unknown }

const isKey = (value: unknown): value is string => typeof value === 'string'
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const keysIn = (stored: unknown): string[] => {
  if (typeof stored !== 'object' || stored === null) return []
  const { heldPhotos, sendingPhotos, previews, claims } = stored as Listing
  return [...listOf(heldPhotos), ...listOf(sendingPhotos)]
    .filter(isKey)
    .concat([...listOf(previews), ...listOf(claims)].flatMap(keysIn))
}

/** Keys of the pictures on the device that any stored form lists, of any account. */
export const listedPhotos = (storage: KeyValueStorage): string[] =>
  forms.flatMap((key) => keysIn(storedJson(storage, key)))
