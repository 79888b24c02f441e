import type { Account } from '../contract/user.ts'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage, Platform } from '../lib/platform.ts'
import { readAuth } from './stored-auth.ts'

/** Stored for an account until it is signed out, however that happens. */
export const keptKeys = [
  'person',
  'keptOrders',
  'keptLists',
  'keptSaved',
  'cardPictures',
  'recentRecipient',
  'recentAnswers',
  'deletionCode',
] as const

/** Stored for an account until the traveller asks to sign out. */
export const draftKeys = [
  'orderPreview',
  'placedDrafts',
  'feedbackDraft',
  'claimDraft',
  'handoverDraft',
  'changeDraft',
  'returnDraft',
  'profileDraft',
  'lastSite',
] as const

const accountKeys: readonly string[] = [...keptKeys, ...draftKeys].map((name) => storageKeys[name])

/**
 * The storage of a tab: once another tab has signed out or in, this one, which has yet to hear of it, changes nothing of
 * an account.
 */
export function accountStorage(storage: KeyValueStorage, current: () => Account | null): KeyValueStorage {
  const mayWrite = (key: string): boolean => {
    const account = current()
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
    subscribe: (listener) => storage.subscribe(listener),
  }
}

/** Deletes what this device stores of the account that is left for good: also drafts, with their photos. */
export function forgetAccount({ storage, heldImages }: Pick<Platform, 'storage' | 'heldImages'>): void {
  for (const key of [...keptKeys, ...draftKeys]) storage.remove(storageKeys[key])
  heldImages?.keepOnly([]).catch(() => undefined)
}
