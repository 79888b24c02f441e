import * as v from 'valibot'
import type { CrewMember } from '../contract/crew.ts'
import type { Account, UserProfile } from '../contract/user.ts'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { readStored } from '../lib/read-stored.ts'
import type { PhoneEntry } from '../phone/phone.ts'
import { type Profile, toProfile } from './auth.ts'
import type { PendingCode } from './sign-in.ts'

export type StoredAuth = {
  phone: PhoneEntry
  account: Account | null
  requestId: string | null
  sent: PendingCode | null
  mayBeDeleted?: boolean
}

type Person = { profile: Profile; isNameSkipped: boolean }

const StoredAuthSchema = v.object({
  version: v.literal(1),
  phone: v.looseObject({ dialCode: v.string(), phoneNumber: v.string() }),
  country: v.fallback(v.optional(v.string()), undefined),
  account: v.optional(v.nullable(v.looseObject({ token: v.string(), uin: v.string() })), null),
  requestId: v.optional(v.fallback(v.nullable(v.string()), null), null),
  sent: v.optional(
    v.fallback(v.nullable(v.looseObject({ resendAt: v.number(), expiresAt: v.number() })), null),
    null,
  ),
  mayBeDeleted: v.optional(v.fallback(v.boolean(), false), false),
})

const StoredPerson = v.object({
  version: v.literal(1),
  profile: v.looseObject({
    id: v.string(),
    uin: v.string(),
    dialCode: v.string(),
    phone: v.string(),
    name: v.nullish(v.string(), ''),
    email: v.nullish(v.string(), ''),
    updateTime: v.string(),
    createTime: v.string(),
    // The employees' app checks it, so that travellers don't load its schema.
    employee: v.optional(v.custom<CrewMember>(() => true)),
  }),
  isNameSkipped: v.optional(v.fallback(v.boolean(), false), false),
})

export function readAuth(storage: KeyValueStorage): StoredAuth | null {
  const stored = readStored(storage, storageKeys.auth, StoredAuthSchema)
  if (!stored) return null
  const { phone, country, account, requestId, sent, mayBeDeleted } = stored
  return {
    phone: (country === undefined ? phone : { ...phone, country }) as PhoneEntry,
    account,
    requestId,
    sent: sent as PendingCode | null,
    ...(mayBeDeleted && { mayBeDeleted }),
  }
}

export const writeAuth = (
  storage: KeyValueStorage,
  { phone: { country, ...phone }, account, requestId, sent, mayBeDeleted }: StoredAuth,
): void => {
  const deletion = mayBeDeleted && { mayBeDeleted }
  // `country` is stored next to `phone`, since older releases send every field of `phone`.
  const text = JSON.stringify({ version: 1, phone, country, account, requestId, sent, ...deletion })
  if (storage.get(storageKeys.auth) !== text) storage.set(storageKeys.auth, text)
  // If storage is full, remove the key: a signed-out traveller must not stay signed in.
  if (storage.get(storageKeys.auth) !== text) storage.remove(storageKeys.auth)
}

export function readPerson(storage: KeyValueStorage): Person | null {
  const stored = readStored(storage, storageKeys.person, StoredPerson)
  if (!stored) return null
  return { profile: toProfile(stored.profile as UserProfile), isNameSkipped: stored.isNameSkipped }
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
