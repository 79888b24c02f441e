import { Catalogue, type CatalogueKind, catalogueKinds } from '../contract/index.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { entryId, mergeCatalogue } from './entries.ts'
import type { Change, Fault } from './fault.ts'
import { announcementFaults, brandFaults, employeeFaults, vehicleFaults } from './people-faults.ts'
import { areaFaults, planFaults, qrCodeFaults, regionFaults, siteFaults } from './place-faults.ts'

export type CatalogueIssue = { kind: CatalogueKind; id: string } & Fault

/** Kinds with more entries than their calls can return. */
function* countFaults({ after }: Change): Generator<Fault> {
  for (const kind of catalogueKinds) {
    const maxEntries = Catalogue.entries[kind].wrapped.pipe[1].requirement
    const first = after[kind][maxEntries]
    if (!first) continue
    const message = `${after[kind].length} entries, including closed ones, exceed the limit of ${maxEntries}`
    yield { about: [[kind, entryId(kind, first)]], field: kind, code: errorCodes.paramError, message }
  }
}

const checks: ((change: Change) => Generator<Fault>)[] = [
  regionFaults,
  planFaults,
  siteFaults,
  areaFaults,
  qrCodeFaults,
  employeeFaults,
  vehicleFaults,
  announcementFaults,
  brandFaults,
  countFaults,
]

/** The checks of `checkCatalogue` as separate steps: on 50,000 entries, running all at once would block the server. */
export function catalogueChecks(current: Catalogue, changes: Catalogue): (() => CatalogueIssue[])[] {
  const changedKeys = new Set(
    catalogueKinds.flatMap((kind) => changes[kind].map((entry) => `${kind} ${entryId(kind, entry)}`)),
  )
  const change = { before: current, after: mergeCatalogue(current, changes) }
  return checks.map(
    (check) => () =>
      [...check(change)].flatMap((fault) => {
        const changedEntry = fault.about.find(([kind, id]) => changedKeys.has(`${kind} ${id}`))
        if (!changedEntry) return []
        const [[ownKind, ownId] = changedEntry] = fault.about
        const isOwn = ownKind === changedEntry[0] && ownId === changedEntry[1]
        const message = isOwn ? fault.message : `needed by ${ownId}: ${fault.message}`
        return [{ kind: changedEntry[0], id: changedEntry[1], ...fault, message }]
      }),
  )
}

/**
 * Returns the issues that the given entries would cause, ordered by kind. Existing faults of untouched entries are
 * ignored.
 */
export const checkCatalogue = (current: Catalogue, changes: Catalogue): CatalogueIssue[] =>
  catalogueChecks(current, changes).flatMap((check) => check())
