import {
  type CatalogueIssue,
  catalogueChanges,
  catalogueChecks,
  entryId,
  mergeCatalogue,
} from '@handsfree/core/catalogue'
import {
  Catalogue,
  type CatalogueChange,
  type CatalogueKind,
  catalogueKinds,
  operatorApplyCatalogue,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import * as v from 'valibot'
import { logChanges } from '../domain/catalogue/catalogue-log.ts'
import { savePastPrices } from '../domain/catalogue/past-prices.ts'
import { readCatalogue } from '../domain/catalogue/read-catalogue.ts'
import { refuseUnknownPictures } from '../domain/catalogue/site-pictures.ts'
import { placesVersion } from '../domain/sites/sites.table.ts'
import { socketsRead } from '../runtime/clock.ts'
import type { Transaction } from '../runtime/db/database.ts'
import { writeUnique } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { readPart } from '../runtime/http/call.ts'
import type { Random } from '../runtime/random.ts'
import { writeCatalogue } from './write-catalogue.ts'

export async function lockCatalogue(tx: Transaction): Promise<Catalogue> {
  await tx.select().from(placesVersion).for('update')
  return readCatalogue(tx)
}

export const filterCatalogue = (
  catalogue: Catalogue,
  isWanted: (kind: (typeof catalogueKinds)[number], id: string) => boolean,
): Catalogue =>
  Object.fromEntries(
    catalogueKinds.map((kind) => [
      kind,
      (catalogue[kind] as object[]).filter((entry) => isWanted(kind, entryId(kind, entry))),
    ]),
  ) as Catalogue

function refuseDuplicates(given: Catalogue): void {
  for (const kind of catalogueKinds) {
    const seen = new Set<string>()
    for (const entry of given[kind]) {
      const id = entryId(kind, entry)
      if (seen.has(id))
        throw new ApiError(errorCodes.paramError, 'an entry appears twice', { details: { kind, id } })
      seen.add(id)
    }
  }
}

/** Entries processed before yielding to the event loop. Takes a few milliseconds. */
const batchSize = 100

const anyBody = v.looseObject({ catalogue: v.record(v.string(), v.array(v.unknown())) })

/**
 * Reads the body of `operatorApplyCatalogue` (up to 100,000 entries), yielding to the event loop. Throws 1000, 1008
 * or 1009 with the issues of the first invalid entry.
 */
export async function readCatalogueBody(body: unknown): Promise<unknown> {
  const schema = operatorApplyCatalogue.body
  if (!v.is(anyBody, body)) return readPart(schema, body, 'body')
  const isKind = (key: string): key is CatalogueKind => Object.hasOwn(Catalogue.entries, key)
  const kinds = Object.keys(body.catalogue).filter(isKind)
  // Validates everything except the entries: unknown kinds, `dryRun`.
  const emptied = { ...body.catalogue, ...Object.fromEntries(kinds.map((kind) => [kind, []])) }
  const parsed = readPart(schema, { ...body, catalogue: emptied }, 'body') as { catalogue: object }
  const catalogue: Record<string, unknown[]> = { ...parsed.catalogue } as never
  for (const kind of kinds) {
    const entry = Catalogue.entries[kind].wrapped.pipe[0].item
    for (const [index, given] of body.catalogue[kind]!.entries()) {
      if (index % batchSize === 0) await socketsRead()
      catalogue[kind]!.push(readPart(entry, given, `body.catalogue.${kind}.${index}`))
    }
  }
  return { ...parsed, catalogue }
}

type ApplyOptions = {
  actor: string
  now: Date
  random: Random
  isDryRun?: boolean
}

/**
 * Writes and logs the entries that differ from the current catalogue, all or none. Returns the differences. Throws
 * the code of the first rejected entry with all `issues`; 2005 for closing one's own account.
 */
export async function applyCatalogue(
  tx: Transaction,
  before: Catalogue,
  incoming: Catalogue,
  { actor, now, random, isDryRun = false }: ApplyOptions,
): Promise<CatalogueChange[]> {
  refuseDuplicates(incoming)
  const issues: CatalogueIssue[] = []
  for (const check of catalogueChecks(before, incoming)) {
    issues.push(...check())
    await socketsRead()
  }
  const [first] = issues
  if (first)
    throw new ApiError(first.code, 'the catalogue has conflicts', { status: 409, details: { issues } })
  const changes: CatalogueChange[] = []
  let compared = 0
  for (const change of catalogueChanges(before, incoming)) {
    if (change) changes.push(change)
    compared += 1
    if (compared % batchSize === 0) await socketsRead()
  }
  const isOwn = ({ kind, id, change }: CatalogueChange) =>
    kind === 'employees' && change === 'closed' && actor === `employee:${id}`
  if (changes.some(isOwn)) {
    throw new ApiError(errorCodes.userStateError, 'employees can’t change their own state', { status: 409 })
  }
  if (isDryRun || changes.length === 0) return changes
  await savePastPrices(tx, before, changes, now)
  const changed = new Set(changes.map(({ kind, id }) => `${kind} ${id}`))
  const written = filterCatalogue(incoming, (kind, id) => changed.has(`${kind} ${id}`))
  await refuseUnknownPictures(tx, written.sites)
  const after = mergeCatalogue(before, incoming)
  const isWritten = await writeUnique(tx, (inner) => writeCatalogue(inner, written, { before, after, now }))
  if (!isWritten)
    throw new ApiError(errorCodes.dbExists, 'two entries swap a unique value; import them in two steps')
  await logChanges(tx, changes, { actor, now, random })
  return changes
}
