import * as v from 'valibot'
import { Account, type Phone, UserProfile } from '../api/contract/user.ts'
import type { KeyValueStorage } from '../platform.ts'

const StoredAuth = v.object({
  version: v.literal(1),
  phone: v.object({ dialCode: v.string(), phoneNumber: v.string() }),
  account: v.nullable(Account),
})

const StoredPerson = v.object({
  version: v.literal(1),
  profile: UserProfile,
  isNameSkipped: v.optional(v.boolean(), false),
})

const read = <Schema extends v.GenericSchema>(storage: KeyValueStorage, key: string, schema: Schema) => {
  try {
    const parsed = v.safeParse(schema, JSON.parse(storage.get(key) ?? 'null'))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** Phone entry and account of the last visit (storage key `auth`). */
export const readAuth = (storage: KeyValueStorage) => read(storage, 'auth', StoredAuth)

export const writeAuth = (storage: KeyValueStorage, phone: Phone, account: Account | null): void => {
  const text = JSON.stringify({ version: 1, phone, account } satisfies v.InferInput<typeof StoredAuth>)
  if (storage.get('auth') !== text) storage.set('auth', text)
}

/** The person's profile, and whether the name is to be given later (storage key `person`). */
export const readPerson = (
  storage: KeyValueStorage,
): Omit<v.InferOutput<typeof StoredPerson>, 'version'> | null => read(storage, 'person', StoredPerson)

export const writePerson = (
  storage: KeyValueStorage,
  profile: UserProfile | null,
  isNameSkipped: boolean,
): void => {
  if (!profile) {
    storage.remove('person')
    return
  }
  const text = JSON.stringify({
    version: 1,
    profile,
    isNameSkipped,
  } satisfies v.InferInput<typeof StoredPerson>)
  if (storage.get('person') !== text) storage.set('person', text)
}
