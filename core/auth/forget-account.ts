import { storageKeys } from '../lib/keys.ts'
import type { Platform } from '../lib/platform.ts'
import { draftKeys, keptKeys } from './account-storage.ts'

/** Deletes what this device stores of the account that is left for good: also drafts, with their photos. */
export function forgetAccount({ storage, heldImages }: Pick<Platform, 'storage' | 'heldImages'>): void {
  for (const key of [...keptKeys, ...draftKeys]) storage.remove(storageKeys[key])
  heldImages?.keepOnly([]).catch(() => undefined)
}
