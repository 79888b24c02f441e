import * as v from 'valibot'
import type { App } from '../app.ts'
import { type GivenConsent, Locale } from '../contract/common.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, isRefusedWith } from '../lib/failure.ts'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import type { Result } from '../lib/result.ts'
import { createStore } from '../lib/store.ts'
import { policy } from '../policy/numbers.ts'
import { consentProblemOf, paramRefusal } from './auth-problem.ts'

const consentStore = createStore({
  key: storageKeys.privacyConsent,
  schema: v.object({ version: v.literal(1), privacyVersion: v.string(), locale: Locale }),
  owner: ['privacyVersion'],
})

const { privacyVersion } = policy

/** The consent to the current privacy policy that was given on this device; null if none. */
export function readConsent(storage: KeyValueStorage): GivenConsent | null {
  const stored = consentStore.read(storage, { privacyVersion })
  return stored && { version: stored.privacyVersion, locale: stored.locale }
}

/** The server's refusal of a sign-in without a consent. */
export const noConsent: ApiFailure = paramRefusal({ field: 'consent', reason: 'missing' })

/**
 * Signs in with this device's consent. Without one, for example since another tab signed out, the account is asked with
 * its next order. Servers of older releases refuse the field, so they get another post without.
 */
export async function signInWithConsent<Value>(
  storage: KeyValueStorage,
  post: (part: { consent?: GivenConsent }) => Promise<Result<Value, ApiFailure>>,
): Promise<Result<Value, ApiFailure>> {
  const consent = readConsent(storage)
  if (!consent) return post({})
  const answer = await post({ consent })
  const isOlder =
    !answer.ok && isRefusedWith(answer.error, errorCodes.paramError) && !consentProblemOf(answer.error)
  return isOlder ? post({}) : answer
}

/** The consent to the privacy policy that sign-ins on this device send. A requested sign-out forgets it. */
export type DeviceConsent = {
  isGiven: () => boolean
  /** Gives it in the current language, or takes it back. */
  change: (isGiven: boolean) => void
  /** Calls back when `isGiven` may have changed. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}

export function createDeviceConsent({
  language,
  platform: { storage },
}: Pick<App, 'language' | 'platform'>): DeviceConsent {
  const listeners = new Set<() => void>()
  return {
    isGiven: () => readConsent(storage) !== null,
    change(isGiven) {
      const { locale } = language.getSnapshot().context
      if (isGiven) consentStore.write(storage, { version: 1, privacyVersion, locale })
      else storage.remove(storageKeys.privacyConsent)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      const stop = storage.subscribe((key) => {
        if (key === storageKeys.privacyConsent) listener()
      })
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
}
