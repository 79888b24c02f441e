import { type Catalogue, type CatalogueChange, catalogueKinds, errorCodes } from '@handsfree/core/api'
import { catalogueChanges, checkCatalogue, entryId, mergeCatalogue } from '@handsfree/core/catalogue'
import type { Transaction } from '../db/database.ts'
import { writeUnique } from '../db/work.ts'
import { ApiError } from '../http/api-error.ts'
import type { Random } from '../random.ts'
import { placesVersion } from '../sites/sites.table.ts'
import { logChanges } from './catalogue-log.ts'
import { keepPastPrices } from './past-prices.ts'
import { readCatalogue } from './read-catalogue.ts'
import { refuseUnknownPictures } from './site-pictures.ts'
import { writeCatalogue } from './write-catalogue.ts'

/** The catalogue, locked for other changes of it until the transaction ends. */
export async function lockCatalogue(tx: Transaction): Promise<Catalogue> {
  await tx.select().from(placesVersion).for('update')
  return readCatalogue(tx)
}

/** Entries of which some are left out. */
export const pick = (
  catalogue: Catalogue,
  isWanted: (kind: (typeof catalogueKinds)[number], id: string) => boolean,
): Catalogue =>
  Object.fromEntries(
    catalogueKinds.map((kind) => [
      kind,
      (catalogue[kind] as object[]).filter((entry) => isWanted(kind, entryId(kind, entry))),
    ]),
  ) as Catalogue

/** Throws 1008 for an id that is given twice. */
function refuseTwice(given: Catalogue): void {
  for (const kind of catalogueKinds) {
    const seen = new Set<string>()
    for (const entry of given[kind]) {
      const id = entryId(kind, entry)
      if (seen.has(id)) throw new ApiError(errorCodes.paramError, 'an entry twice', { details: { kind, id } })
      seen.add(id)
    }
  }
}

type Applying = {
  /** `employee:{id}` or `system`. */
  actor: string
  now: Date
  random: Random
  isDryRun?: boolean
}

/**
 * Writes given entries that differ from the current ones, all or none, and logs them. Returns what differed. Throws the
 * code of the first entry that does not fit, with all of them as `issues`; 2005 for the caller's own account.
 */
export async function applyCatalogue(
  tx: Transaction,
  before: Catalogue,
  given: Catalogue,
  { actor, now, random, isDryRun = false }: Applying,
): Promise<CatalogueChange[]> {
  refuseTwice(given)
  const issues = checkCatalogue(before, given)
  const [first] = issues
  if (first)
    throw new ApiError(first.code, 'the catalogue does not fit', { status: 409, details: { issues } })
  const changes = catalogueChanges(before, given)
  const isOwn = ({ kind, id, change }: CatalogueChange) =>
    kind === 'employees' && change === 'closed' && actor === `employee:${id}`
  if (changes.some(isOwn)) {
    throw new ApiError(errorCodes.userStateError, 'not one’s own state', { status: 409 })
  }
  if (isDryRun || changes.length === 0) return changes
  await keepPastPrices(tx, before, changes, now)
  const changed = new Set(changes.map(({ kind, id }) => `${kind} ${id}`))
  const written = pick(given, (kind, id) => changed.has(`${kind} ${id}`))
  await refuseUnknownPictures(tx, written.sites)
  const after = mergeCatalogue(before, given)
  const isWritten = await writeUnique(tx, (inner) => writeCatalogue(inner, written, { before, after, now }))
  if (!isWritten) throw new ApiError(errorCodes.dbExists, 'two entries change places: do it in two steps')
  await logChanges(tx, changes, { actor, now, random })
  return changes
}
