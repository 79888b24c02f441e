import type { Catalogue, CatalogueKind } from '../contract/index.ts'
import type { ErrorCode } from '../lib/error-codes.ts'

export type EntryRef = [kind: CatalogueKind, id: string]

export type Fault = {
  /**
   * The faulty entry, then those it refers to, including missing ones: changing any of them may have caused the fault.
   */
  about: EntryRef[]
  field: string
  code: ErrorCode
  message: string
}

export type Change = { before: Catalogue; after: Catalogue }

export const isOpen = ({ closed }: { closed: boolean }) => !closed

/** Pairs of an entry and the first earlier one with the same key. */
export function findDuplicates<Entry>(
  entries: readonly Entry[],
  keysOf: (entry: Entry) => readonly string[],
): [Entry, Entry][] {
  const firstByKey = new Map<string, Entry>()
  return entries.flatMap((entry): [Entry, Entry][] => {
    const earlierEntries = keysOf(entry).flatMap((key) => firstByKey.get(key) ?? [])
    for (const key of keysOf(entry)) if (!firstByKey.has(key)) firstByKey.set(key, entry)
    return earlierEntries.slice(0, 1).map((other) => [entry, other])
  })
}
