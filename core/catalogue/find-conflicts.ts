import type { Catalogue, CatalogueKind } from '../contract/index.ts'
import { checkCatalogue } from './check-catalogue.ts'
import { entryId } from './entries.ts'
import type { Mistake, ReadCatalogue } from './read-files.ts'

/**
 * Conflicts of the read entries with each other and with the current catalogue, by file and line. Omits entries that
 * refer to an entry with a mistake of its own.
 */
export function findConflicts(
  current: Catalogue,
  { catalogue, locationOf }: Pick<ReadCatalogue, 'catalogue' | 'locationOf'>,
): Mistake[] {
  const isWrong = (kind: CatalogueKind, id: string) =>
    locationOf(kind, id) !== null && !catalogue[kind].some((entry) => entryId(kind, entry) === id)
  return checkCatalogue(current, catalogue)
    .filter(({ about }) => !about.some(([kind, id]) => isWrong(kind, id)))
    .map(({ kind, id, field, code, message }): Mistake => {
      const place = locationOf(kind, id) ?? { file: kind, line: 1 }
      return { ...place, message: `${field}: ${message} (${code})` }
    })
}

const byPlace = (one: Mistake, other: Mistake) =>
  one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1

/** By file and line. */
export const sortMistakes = (mistakes: readonly Mistake[]): Mistake[] => [...mistakes].sort(byPlace)
