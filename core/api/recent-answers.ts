import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { storedJson } from '../lib/read-stored.ts'

type RecentAnswer = { at: number; value: unknown }
type Recent = { version: 1; uin: string; answers: Record<string, RecentAnswer> }

/** Lifetime of cached answers, in ms. */
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
 * Caches the account's answers for 10 minutes, so that a reload doesn't repeat the calls. `current` returns the
 * signed-in uin, else an empty text.
 */
export const createRecentAnswers = (
  storage: KeyValueStorage,
  now: () => number,
  currentUin: () => string,
) => {
  const takenNames = new Set<string>()
  return {
    /** Returns a cached answer once per page and name; undefined afterwards or without one. */
    take(uin: string, name: string): unknown {
      if (takenNames.has(name)) return undefined
      takenNames.add(name)
      const recent = read(storage)
      const answer = recent.uin === uin && recent.version === 1 ? recent.answers?.[name] : undefined
      const age = now() - (answer?.at ?? Number.NaN)
      return age >= 0 && age < recentMs ? answer?.value : undefined
    },
    /** No-op if the account has signed out since. */
    save(uin: string, name: string, value: unknown): void {
      if (uin !== currentUin()) return
      const recent = read(storage)
      const others = recent.uin === uin ? recent.answers : {}
      const kept: Recent = { version: 1, uin, answers: { ...others, [name]: { at: now(), value } } }
      storage.set(storageKeys.recentAnswers, JSON.stringify(kept))
    },
  }
}

export type RecentAnswers = ReturnType<typeof createRecentAnswers>
