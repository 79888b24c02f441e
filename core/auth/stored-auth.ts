import type { Account, UserProfile } from '../api/contract/user.ts'
import type { PhoneEntry } from '../phone/phone.ts'
import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { storedJson } from '../storage/stored-json.ts'
import type { Profile } from './auth.types.ts'
import type { CodeOut } from './sign-in.types.ts'
import { toProfile } from './to-profile.ts'

export type StoredAuth = {
  phone: PhoneEntry
  account: Account | null
  requestId: string | null
  /** The awaited code; the code itself only where the server shows it, in the demo. */
  sent: CodeOut | null
  /** Whether the account's deletion got no answer. */
  mayBeDeleted?: boolean
}

type StoredPerson = { profile: UserProfile; isNameSkipped: boolean }
type Person = { profile: Profile; isNameSkipped: boolean }

/** Whether a value has fields of these types. By hand, since no visitor loads the library that reads the contract. */
const has = (value: unknown, types: Record<string, string>): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(types).every(([name, type]) => typeof (value as Record<string, unknown>)[name] === type)

/** The stored value of version 1; null when it is missing, broken or of another version. */
function readFirst<Stored>(storage: KeyValueStorage, key: string): Partial<Stored> | null {
  const stored = storedJson(storage, key)
  return has(stored, { version: 'number' }) && (stored as { version: number }).version === 1
    ? (stored as Partial<Stored>)
    : null
}

/** Phone entry, account and the awaited code, as the last visit stored them. */
export function readAuth(storage: KeyValueStorage): StoredAuth | null {
  const stored = readFirst<StoredAuth & { country: string }>(storage, storageKeys.auth)
  const { phone, country, account = null, requestId, sent, mayBeDeleted } = stored ?? {}
  if (!phone || !has(phone, { dialCode: 'string', phoneNumber: 'string' })) return null
  if (account && !has(account, { token: 'string', uin: 'string' })) return null
  return {
    phone: typeof country === 'string' ? { ...phone, country } : phone,
    account,
    requestId: typeof requestId === 'string' ? requestId : null,
    sent: sent && has(sent, { resendAt: 'number', expiresAt: 'number' }) ? sent : null,
    ...(mayBeDeleted === true && { mayBeDeleted }),
  }
}

export const writeAuth = (
  storage: KeyValueStorage,
  { phone: { country, ...phone }, account, requestId, sent, mayBeDeleted }: StoredAuth,
): void => {
  const deletion = mayBeDeleted && { mayBeDeleted }
  // The country is beside the phone, of which older releases send every field.
  const text = JSON.stringify({ version: 1, phone, country, account, requestId, sent, ...deletion })
  if (storage.get(storageKeys.auth) !== text) storage.set(storageKeys.auth, text)
  // A full storage must not leave a traveller signed in who has signed out.
  if (storage.get(storageKeys.auth) !== text) storage.remove(storageKeys.auth)
}

const profileTypes = {
  id: 'string',
  uin: 'string',
  dialCode: 'string',
  phone: 'string',
  name: 'string',
  email: 'string',
  updateTime: 'string',
  createTime: 'string',
}

/** The traveller's profile, and whether the name was skipped. */
export function readPerson(storage: KeyValueStorage): Person | null {
  const { profile: stored, isNameSkipped } = readFirst<StoredPerson>(storage, storageKeys.person) ?? {}
  const profile = stored && { ...stored, name: stored.name ?? '', email: stored.email ?? '' }
  if (!profile || !has(profile, profileTypes)) return null
  return { profile: toProfile(profile), isNameSkipped: isNameSkipped === true }
}

export const writePerson = (
  storage: KeyValueStorage,
  profile: Profile | null,
  isNameSkipped: boolean,
): void => {
  if (!profile) {
    storage.remove(storageKeys.person)
    return
  }
  const text = JSON.stringify({ version: 1, profile, isNameSkipped })
  if (storage.get(storageKeys.person) !== text) storage.set(storageKeys.person, text)
}
