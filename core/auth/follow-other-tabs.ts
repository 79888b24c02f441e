import { storageKeys } from '../lib/keys.ts'
import type { Platform } from '../lib/platform.ts'
import type { AuthActor } from './auth.machine.ts'
import { readAuth, readPerson } from './stored-auth.ts'

/**
 * Applies sign-ins, sign-outs and profile changes of other tabs. Also checks on return: a page restored from the
 * back/forward cache missed the storage events. Returns an unsubscribe function.
 */
export function followOtherTabs(
  auth: AuthActor,
  { storage, onReturn }: Pick<Platform, 'storage' | 'onReturn'>,
  applyExternalChange: (change: () => void) => void,
): () => void {
  const followAccount = () => {
    const stored = readAuth(storage)?.account ?? null
    const { account } = auth.getSnapshot().context
    if (stored?.token === account?.token) return
    if (account) auth.send({ type: 'account.removed' })
    if (stored) auth.send({ type: 'account.found', account: stored })
  }
  const followPerson = () => {
    const stored = readPerson(storage)?.profile
    const { profile } = auth.getSnapshot().context
    if (!stored || stored.uin !== profile?.uin) return
    const { name, email, dialCode, phone, isPhoneVerified, isEmailConfirmed, privacyVersion } = stored
    const fields = { name, email, dialCode, phone, isPhoneVerified, isEmailConfirmed, privacyVersion }
    if (Object.entries(fields).some(([key, value]) => value !== profile[key as keyof typeof fields])) {
      auth.send({ type: 'profile.changed', fields })
    }
  }
  const stopStorage = storage.subscribe((key) => {
    if (key === storageKeys.auth) applyExternalChange(followAccount)
    if (key === storageKeys.person) applyExternalChange(followPerson)
  })
  const stopReturn = onReturn(() => applyExternalChange(followAccount))
  return () => {
    stopStorage()
    stopReturn()
  }
}
