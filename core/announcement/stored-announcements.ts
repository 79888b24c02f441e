import * as v from 'valibot'
import { Announcement } from '../api/contract/announcement.ts'
import { Locale } from '../api/contract/common.ts'
import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStored } from '../storage/read-stored.ts'

/** Nothing of a traveller: it stays when they sign out. */
const Stored = v.object({ version: v.literal(1), locale: Locale, announced: v.array(Announcement) })

/** More are never open at once; older ones have ended. */
const mostDismissed = 50

/** What home announced when it was last read in this language. */
export function readAnnounced(storage: KeyValueStorage, locale: Locale): Announcement[] {
  const stored = readStored(storage, storageKeys.announcements, Stored)
  return stored?.locale === locale ? stored.announced : []
}

/** Stores it for a visit without a network. */
export function keepAnnounced(
  storage: KeyValueStorage,
  locale: Locale,
  announced: readonly Announcement[],
): void {
  if (announced.length === 0) storage.remove(storageKeys.announcements)
  else storage.set(storageKeys.announcements, JSON.stringify({ version: 1, locale, announced }))
}

/** Ids of announcements that were dismissed on this device, the latest last. */
export const readDismissed = (storage: KeyValueStorage): string[] =>
  readStored(storage, storageKeys.dismissed, v.array(v.string())) ?? []

export const keepDismissed = (storage: KeyValueStorage, dismissed: readonly string[]): void =>
  storage.set(storageKeys.dismissed, JSON.stringify(dismissed.slice(-mostDismissed)))
