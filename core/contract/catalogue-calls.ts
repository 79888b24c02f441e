import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { Catalogue, CatalogueItem, CatalogueItemChange, catalogueKinds } from './catalogue.ts'
import { Cursor, Id, Timestamp } from './common.ts'
import { operationActions, operationLogTypes } from './enumerations.ts'

const Kind = v.picklist(catalogueKinds)

/** `siteId/regionId` for a service area, else the entry's id. */
const EntryId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}(\/[\w-]{1,64})?$/))

/** A change of one entry. `fields` are the changed ones; in the log, `token` means that an employee got a new token. */
export const CatalogueChange = v.object({
  kind: Kind,
  id: EntryId,
  change: v.picklist(['created', 'changed', 'closed', 'reopened']),
  fields: v.array(v.string()),
})
export type CatalogueChange = v.InferOutput<typeof CatalogueChange>

export const CatalogueOperation = v.object({
  operationId: Id,
  action: v.picklist(Object.values(operationActions)),
  logType: v.picklist(Object.values(operationLogTypes)),
  /** `employee:{id}` or `system`. */
  actor: v.string(),
  ...CatalogueChange.entries,
  time: Timestamp,
})
export type CatalogueOperation = v.InferOutput<typeof CatalogueOperation>

/** Errors for entries that conflict with others. */
const refusalCodes = [
  2000, 2005, 2007, 2009, 2010, 3001, 3002, 4001, 7001, 7002, 7003, 7004, 7005, 7006, 8003,
] as const
const issuesNote = 'The `issues` of a failure name each invalid entry and its code.'

export const operatorGetCatalogue = getCall('/operator/catalogue', {
  summary:
    'Returns the catalogue, including closed entries, optionally of one kind. `publicUrl` is the address of the travellers’ app; null if it isn’t set.',
  audience: 'operator',
  query: v.strictObject({ kind: v.optional(Kind) }),
  result: v.object({ publicUrl: v.nullable(v.string()), catalogue: Catalogue }),
})

export const operatorCreateEntry = postCall('/operator/catalogue/create', {
  summary: `Adds one entry. Fails with 1013 if its id is in use (7001 for regions, 3001 for QR codes). ${issuesNote}`,
  audience: 'operator',
  body: CatalogueItem,
  result: CatalogueChange,
  errors: refusalCodes,
})

export const operatorChangeEntry = postCall('/operator/catalogue/change', {
  summary: `Changes one entry. \`fields\` names the columns to change, such as \`name.en-US\`; without it, the whole entry is replaced. Returns null if nothing differs. Fails with 1002, or the kind’s own code, for an unknown entry. ${issuesNote}`,
  audience: 'operator',
  body: CatalogueItemChange,
  result: v.nullable(CatalogueChange),
  errors: refusalCodes,
})

export const operatorCloseEntry = postCall('/operator/catalogue/close', {
  summary:
    'Closes one entry. Existing orders keep using it, new ones can’t. Returns null if it is already closed. Fails with 1002, or the kind’s own code, for an unknown entry.',
  audience: 'operator',
  body: v.strictObject({ kind: Kind, id: EntryId }),
  result: v.nullable(CatalogueChange),
  errors: refusalCodes,
})

export const operatorApplyCatalogue = postCall('/operator/catalogue/apply', {
  summary: `Adds and changes entries of any kind in one transaction. Entries that aren’t listed stay unchanged. Returns the changes; with \`dryRun\`, nothing is written. ${issuesNote}`,
  audience: 'operator',
  bodyLimit: 16 * 1024 * 1024,
  body: v.strictObject({ catalogue: Catalogue, dryRun: v.optional(v.boolean(), false) }),
  result: v.array(CatalogueChange),
  errors: refusalCodes,
})

export const operatorPreviewBrand = postCall('/operator/catalogue/preview-brand', {
  summary:
    'Returns a path that shows a version of the brand in one browser until a time. Travellers see the current one. Fails with 1002 for an unknown version.',
  audience: 'operator',
  body: v.strictObject({ brandId: Id }),
  result: v.object({ publicUrl: v.nullable(v.string()), path: v.string(), until: Timestamp }),
})

export const operatorListCatalogueLog = getCall('/operator/catalogue/log', {
  summary:
    'Returns the catalogue’s change log, newest first. Actions: 101 and 102 cars, 201 configuration, 301 billing rules, 401 and 402 announcements, 701 closed regions.',
  audience: 'operator',
  query: v.strictObject({ cursor: v.optional(Cursor) }),
  result: v.object({ list: v.array(CatalogueOperation), nextCursor: v.nullable(v.string()) }),
})
