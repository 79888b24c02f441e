import type { Catalogue, CatalogueKind } from '../contract/index.ts'
import type { ErrorCode } from '../lib/error-codes.ts'

/** An entry by its kind and id. */
export type EntryName = [kind: CatalogueKind, id: string]

/** Entries that do not fit together. */
export type Fault = {
  /** The wrong one, then those that it refers to, also one that is missing: a change of one may be what broke it. */
  about: EntryName[]
  field: string
  code: ErrorCode
  message: string
}

/** The catalogue before a change, and after it. */
export type Change = { before: Catalogue; after: Catalogue }

export const isOpen = ({ closed }: { closed: boolean }) => !closed

/** Entries with a key that an earlier one has, each with that one. */
export function repeated<Entry>(
  entries: readonly Entry[],
  keysOf: (entry: Entry) => readonly string[],
): [Entry, Entry][] {
  const first = new Map<string, Entry>()
  return entries.flatMap((entry): [Entry, Entry][] => {
    const others = keysOf(entry).flatMap((key) => first.get(key) ?? [])
    for (const key of keysOf(entry)) if (!first.has(key)) first.set(key, entry)
    return others.slice(0, 1).map((other) => [entry, other])
  })
}
