import type { Catalogue, CatalogueChange, CatalogueEntry, CatalogueKind } from '../contract/index.ts'
import { catalogueKinds } from '../contract/index.ts'

const idKeys = {
  regions: ['regionId'],
  insurancePlans: ['planId'],
  priceRules: ['priceRuleId'],
  sites: ['siteId'],
  serviceAreas: ['siteId', 'regionId'],
  qrCodes: ['qrId'],
  employees: ['employeeId'],
  vehicles: ['vehicleId'],
  announcements: ['announcementId'],
  configuration: ['key'],
  brands: ['brandId'],
} as const satisfies Record<CatalogueKind, readonly string[]>

/** An entry's id; `siteId/regionId` for a service area. Non-text fields count as empty. */
export function entryId(kind: CatalogueKind, entry: object): string {
  const fields = entry as Record<string, unknown>
  return idKeys[kind].map((key) => (typeof fields[key] === 'string' ? fields[key] : '')).join('/')
}

export const emptyCatalogue = (): Catalogue => ({
  regions: [],
  insurancePlans: [],
  priceRules: [],
  sites: [],
  serviceAreas: [],
  qrCodes: [],
  employees: [],
  vehicles: [],
  announcements: [],
  configuration: [],
  brands: [],
})

export const catalogueOf = (kind: CatalogueKind, entry: CatalogueEntry): Catalogue => ({
  ...emptyCatalogue(),
  [kind]: [entry],
})

const byId = <Kind extends CatalogueKind>(kind: Kind, entries: readonly CatalogueEntry<Kind>[]) =>
  new Map(entries.map((entry) => [entryId(kind, entry), entry]))

/** Current entries, replaced by given ones with the same id. */
export function mergeCatalogue(current: Catalogue, changes: Catalogue): Catalogue {
  const merged = catalogueKinds.map((kind) => [
    kind,
    [...byId(kind, [...current[kind], ...changes[kind]]).values()],
  ])
  return Object.fromEntries(merged) as Catalogue
}

/** The brand that is shown at a time (ms since 1970); undefined for the product's. */
export const currentBrand = (
  brands: Catalogue['brands'],
  now: number,
): Catalogue['brands'][number] | undefined =>
  brands
    .filter(({ closed, from }) => !closed && startOf(from) <= now)
    .sort((one, other) => startOf(other.from) - startOf(one.from))[0]

const startOf = (from: string | null): number => (from === null ? 0 : Date.parse(from))

/** Replacer of `JSON.stringify`: databases reorder keys. */
export const sortKeys = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

const instantFields = ['from', 'until']

/** Compares instants by time and other values by JSON, ignoring key order. */
function isSame(key: string, one: unknown, other: unknown): boolean {
  if (instantFields.includes(key))
    return one === other || Date.parse(String(one)) === Date.parse(String(other))
  return (
    JSON.stringify(one, (_, value) => sortKeys(value)) ===
    JSON.stringify(other, (_, value) => sortKeys(value))
  )
}

function changeOf(
  kind: CatalogueKind,
  entry: CatalogueEntry,
  before: Record<string, unknown> | undefined,
): CatalogueChange | null {
  const id = entryId(kind, entry)
  if (!before) return { kind, id, change: 'created', fields: [] }
  const fields = Object.entries(entry)
    .filter(([key, value]) => !isSame(key, value, before[key]))
    .map(([key]) => key)
  if (fields.length === 0) return null
  const change = !fields.includes('closed') ? 'changed' : entry.closed ? 'closed' : 'reopened'
  return { kind, id, change, fields }
}

/**
 * Yields each given entry's change or null, in an order that satisfies references. A generator, so that a server can
 * handle other requests while comparing tens of thousands.
 */
export function* catalogueChanges(current: Catalogue, changes: Catalogue): Generator<CatalogueChange | null> {
  for (const kind of catalogueKinds) {
    const currentById = byId(kind, current[kind])
    for (const entry of changes[kind])
      yield changeOf(
        kind,
        entry,
        currentById.get(entryId(kind, entry)) as Record<string, unknown> | undefined,
      )
  }
}
