import type { Account } from '../contract/user.ts'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage, Platform } from '../lib/platform.ts'
import { listedPhotos } from '../photos/held-photos.ts'
import { readAuth } from './stored-auth.ts'

/** Account data that every kind of sign-out deletes. */
export const cacheKeys = [
  'person',
  'keptOrders',
  'keptLists',
  'keptNotifications',
  'keptSaved',
  'cardPictures',
  'recentRecipient',
  'recentAnswers',
  'deletionCode',
  'crewOrders',
  'push',
] as const

/** Account data that only a requested sign-out deletes. */
export const draftKeys = [
  'orderPreview',
  'placedDrafts',
  'feedbackDraft',
  'ratedOrders',
  'claimDraft',
  'handoverDraft',
  'changeDraft',
  'returnDraft',
  'invoiceDraft',
  'profileDraft',
  'lastSite',
  'actDrafts',
  'privacyConsent',
] as const

const accountKeys: readonly string[] = [...cacheKeys, ...draftKeys].map((name) => storageKeys[name])

/** Storage that ignores writes to account data if another tab has signed out or in and this tab hasn't synced yet. */
export function accountStorage(
  storage: KeyValueStorage,
  currentAccount: () => Account | null,
): KeyValueStorage {
  const mayWrite = (key: string): boolean => {
    const account = currentAccount()
    return (
      account === null || !accountKeys.includes(key) || readAuth(storage)?.account?.token === account.token
    )
  }
  return {
    get: (key) => storage.get(key),
    set: (key, value) => {
      if (mayWrite(key)) storage.set(key, value)
    },
    remove: (key) => {
      if (mayWrite(key)) storage.remove(key)
    },
    isStored: (key) => storage.isStored?.(key) ?? true,
    subscribe: (listener) => storage.subscribe(listener),
  }
}

/**
 * Deletes all of the account's data on this device, including drafts and their photos. An employee's queued acts stay
 * until they can be sent.
 */
export function clearAccountData({ storage, heldImages }: Pick<Platform, 'storage' | 'heldImages'>): void {
  for (const key of [...cacheKeys, ...draftKeys]) storage.remove(storageKeys[key])
  heldImages?.keepOnly(listedPhotos(storage)).catch(() => undefined)
}
