import * as v from 'valibot'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { readStored } from '../lib/read-stored.ts'

const PlacedDrafts = v.object({ version: v.literal(1), keys: v.array(v.string()) })

/** More drafts than are open in other tabs when one of them is placed. */
const remembered = 20

const placedKeys = (storage: KeyValueStorage): string[] =>
  readStored(storage, storageKeys.placedDrafts, PlacedDrafts)?.keys ?? []

/** Whether an order was placed on this device under the key of a draft. */
export const isPlaced = (storage: KeyValueStorage, draftKey: string): boolean =>
  placedKeys(storage).includes(draftKey)

/** Remembers that an order was placed under the key of a draft: a tab that missed it does not store its copy again. */
export function notePlaced(storage: KeyValueStorage, draftKey: string): void {
  const keys = placedKeys(storage)
  // A draft of an earlier version has no key.
  if (draftKey === '' || keys.includes(draftKey)) return
  const placed = { version: 1, keys: [draftKey, ...keys].slice(0, remembered) }
  storage.set(storageKeys.placedDrafts, JSON.stringify(placed))
}
