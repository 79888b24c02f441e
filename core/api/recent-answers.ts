import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { storedJson } from '../lib/read-stored.ts'

type RecentAnswer = { at: number; value: unknown }
type Recent = { version: 1; uin: string; answers: Record<string, RecentAnswer> }

/** For how long a page that is opened again uses them, milliseconds. */
const recentMs = 10 * 60_000

const read = (storage: KeyValueStorage): Partial<Recent> =>
  (storedJson(storage, storageKeys.recentAnswers) as Partial<Recent> | null | undefined) ?? {}

/** Releases up to 0.4.0 stored the broker's password here. */
export function removeStoredSecrets(storage: KeyValueStorage): void {
  const recent = read(storage)
  if (!recent.answers || !('secrets' in recent.answers)) return
  const { secrets: _, ...answers } = recent.answers
  storage.set(storageKeys.recentAnswers, JSON.stringify({ ...recent, answers }))
}

/**
 * What the signed-in account was answered within the last ten minutes, so that a reload does not ask for it again.
 * `current` returns its uin, empty while nobody is signed in.
 */
export const createRecentAnswers = (storage: KeyValueStorage, now: () => number, current: () => string) => {
  const asked = new Set<string>()
  return {
    /** An answer to the first question of this page; undefined when there is none, or it was asked for before. */
    take(uin: string, name: string): unknown {
      if (asked.has(name)) return undefined
      asked.add(name)
      const recent = read(storage)
      const answer = recent.uin === uin && recent.version === 1 ? recent.answers?.[name] : undefined
      const age = now() - (answer?.at ?? Number.NaN)
      return age >= 0 && age < recentMs ? answer?.value : undefined
    },
    /** Not for an account that has signed out meanwhile. */
    keep(uin: string, name: string, value: unknown): void {
      if (uin !== current()) return
      const recent = read(storage)
      const others = recent.uin === uin ? recent.answers : {}
      const kept: Recent = { version: 1, uin, answers: { ...others, [name]: { at: now(), value } } }
      storage.set(storageKeys.recentAnswers, JSON.stringify(kept))
    },
  }
}

export type RecentAnswers = ReturnType<typeof createRecentAnswers>
