import * as v from 'valibot'
import { Account, RequestId, UserProfile } from '../api/contract/user.ts'
import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStored } from '../storage/read-stored.ts'

const StoredAuth = v.object({
  version: v.literal(1),
  phone: v.object({ dialCode: v.string(), phoneNumber: v.string() }),
  account: v.nullable(Account),
  requestId: v.optional(v.nullable(RequestId), null),
  /** The code that is being typed: never the code itself. */
  sent: v.optional(
    v.nullable(v.object({ resendAt: v.number(), expiresAt: v.number(), qrId: v.nullable(v.string()) })),
    null,
  ),
})
export type StoredAuth = Omit<v.InferOutput<typeof StoredAuth>, 'version'>

const StoredPerson = v.object({
  version: v.literal(1),
  profile: UserProfile,
  isNameSkipped: v.optional(v.boolean(), false),
})

/** Phone entry, account and the code that is out, as the last visit left them. */
export const readAuth = (storage: KeyValueStorage): StoredAuth | null =>
  readStored(storage, storageKeys.auth, StoredAuth)

export const writeAuth = (
  storage: KeyValueStorage,
  { phone, account, requestId, sent }: StoredAuth,
): void => {
  const text = JSON.stringify({
    version: 1,
    phone,
    account,
    requestId,
    sent,
  } satisfies v.InferInput<typeof StoredAuth>)
  if (storage.get(storageKeys.auth) !== text) storage.set(storageKeys.auth, text)
  // A storage that takes nothing more must not keep whoever has signed out.
  if (storage.get(storageKeys.auth) !== text) storage.remove(storageKeys.auth)
}

/** The person's profile, and whether the name is to be given later. */
export const readPerson = (
  storage: KeyValueStorage,
): Omit<v.InferOutput<typeof StoredPerson>, 'version'> | null =>
  readStored(storage, storageKeys.person, StoredPerson)

export const writePerson = (
  storage: KeyValueStorage,
  profile: UserProfile | null,
  isNameSkipped: boolean,
): void => {
  if (!profile) {
    storage.remove(storageKeys.person)
    return
  }
  const text = JSON.stringify({
    version: 1,
    profile,
    isNameSkipped,
  } satisfies v.InferInput<typeof StoredPerson>)
  if (storage.get(storageKeys.person) !== text) storage.set(storageKeys.person, text)
}
