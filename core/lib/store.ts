import type * as v from 'valibot'
import type { KeyValueStorage } from './platform.ts'
import { readStored } from './read-stored.ts'

type StoreOptions<Schema extends v.GenericSchema, Field extends keyof v.InferOutput<Schema>> = {
  key: string
  /** Its `version` is a literal. */
  schema: Schema
  /** Fields that identify the entry's owner. */
  owner: readonly Field[]
}

/** A store of one entry. Reads null for another version, another owner or invalid JSON. */
export function createStore<
  Schema extends v.GenericSchema<unknown, object>,
  Field extends keyof v.InferOutput<Schema>,
>({ key, schema, owner: fields }: StoreOptions<Schema, Field>) {
  type Entry = v.InferOutput<Schema>
  /** Null matches any value. */
  type Owner = { [Name in Field]: Entry[Name] | null }

  function read(storage: KeyValueStorage, owner: Owner): Entry | null {
    const entry = readStored(storage, key, schema)
    const isOwn = fields.every((field) => owner[field] === null || owner[field] === entry?.[field])
    return isOwn ? entry : null
  }
  return {
    read,
    /** Replaces the entry of any owner. */
    write(storage: KeyValueStorage, entry: Entry): void {
      storage.set(key, JSON.stringify(entry))
    },
    remove(storage: KeyValueStorage, owner: Owner): void {
      if (read(storage, owner)) storage.remove(key)
    },
  }
}

type ListStoreOptions<
  Stored extends object,
  List extends keyof Stored,
  Field extends keyof EntryOf<Stored, List>,
> = {
  key: string
  schema: v.GenericSchema<unknown, Stored>
  /** The store without entries, in the current version. */
  empty: Stored
  /** The field that lists the entries, latest last. */
  list: List
  /** Fields that identify an entry's owner. */
  owner: readonly Field[]
  /** Beyond it, the oldest entry is dropped. */
  maxEntries: number
}

type EntryOf<Stored, List extends keyof Stored> = Stored[List] extends (infer Entry)[] ? Entry : never

/** A store of one entry per owner under one key. Drops other versions and invalid JSON. */
export function createListStore<
  Stored extends object,
  List extends keyof Stored,
  Field extends keyof EntryOf<Stored, List>,
>({ key, schema, empty, list, owner: fields, maxEntries }: ListStoreOptions<Stored, List, Field>) {
  type Entry = EntryOf<Stored, List>
  type Owner = Pick<Entry, Field>

  const readAll = (storage: KeyValueStorage): Stored => readStored(storage, key, schema) ?? empty
  const entriesOf = (stored: Stored) => stored[list] as Entry[]
  const isOwnedBy = (owner: Owner) => (entry: Entry) => fields.every((field) => entry[field] === owner[field])
  const otherEntries = (stored: Stored, owner: Owner) =>
    entriesOf(stored).filter((entry) => !isOwnedBy(owner)(entry))

  function writeEntries(storage: KeyValueStorage, stored: Stored, entries: Entry[]): void {
    const changed = { ...stored, [list]: entries }
    const isEmpty = Object.values(changed).every((field) => !Array.isArray(field) || field.length === 0)
    if (isEmpty) storage.remove(key)
    else storage.set(key, JSON.stringify(changed))
  }
  return {
    read: (storage: KeyValueStorage, owner: Owner): Entry | null =>
      entriesOf(readAll(storage)).find(isOwnedBy(owner)) ?? null,
    write(storage: KeyValueStorage, entry: Entry): void {
      const stored = readAll(storage)
      writeEntries(storage, stored, [...otherEntries(stored, entry), entry].slice(-maxEntries))
    },
    remove(storage: KeyValueStorage, owner: Owner): void {
      const stored = readAll(storage)
      const others = otherEntries(stored, owner)
      if (others.length < entriesOf(stored).length) writeEntries(storage, stored, others)
    },
  }
}
