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
const refusals = [
  2000, 2005, 2007, 2009, 2010, 3001, 3002, 4001, 7001, 7002, 7003, 7004, 7005, 7006, 8003,
] as const
const faults = 'A refusal’s `issues` name each entry that does not fit, with its code.'

export const operatorGetCatalogue = getCall('/operator/catalogue', {
  summary:
    'The company’s own data, closed entries too, of one kind or of all. `publicUrl` is where travellers open the app; null when the server does not know.',
  audience: 'operator',
  query: v.strictObject({ kind: v.optional(Kind) }),
  result: v.object({ publicUrl: v.nullable(v.string()), catalogue: Catalogue }),
})

export const operatorCreateEntry = postCall('/operator/catalogue/create', {
  summary: `Adds one entry. 1013 (regions 7001, QR codes 3001) when its id is in use. ${faults}`,
  audience: 'operator',
  body: CatalogueItem,
  result: CatalogueChange,
  errors: refusals,
})

export const operatorChangeEntry = postCall('/operator/catalogue/change', {
  summary: `Changes one entry: its \`fields\`, columns of its table such as \`name.en-US\`, and as a whole without them. 1002, or the kind’s own code, for an unknown one. Null when nothing differs. ${faults}`,
  audience: 'operator',
  body: CatalogueItemChange,
  result: v.nullable(CatalogueChange),
  errors: refusals,
})

export const operatorCloseEntry = postCall('/operator/catalogue/close', {
  summary:
    'Closes one entry: it stays for what refers to it, such as orders, and is used for nothing new. Null when it is closed already. 1002, or the kind’s own code, for an unknown one.',
  audience: 'operator',
  body: v.strictObject({ kind: Kind, id: EntryId }),
  result: v.nullable(CatalogueChange),
  errors: refusals,
})

export const operatorApplyCatalogue = postCall('/operator/catalogue/apply', {
  summary: `Adds and changes entries of any kind, all or none; what is not named stays. Returns what differed. With \`dryRun\` nothing is written. ${faults}`,
  audience: 'operator',
  bodyLimit: 16 * 1024 * 1024,
  body: v.strictObject({ catalogue: Catalogue, dryRun: v.optional(v.boolean(), false) }),
  result: v.array(CatalogueChange),
  errors: refusals,
})

export const operatorListCatalogueLog = getCall('/operator/catalogue/log', {
  summary:
    'Who changed what in the company’s own data and when, newest first, by the operation actions of the spec: 101 and 102 cars, 201 configuration, 301 billing rules, 401 and 402 announcements, 701 a closed region.',
  audience: 'operator',
  query: v.strictObject({ cursor: v.optional(Cursor) }),
  result: v.object({ list: v.array(CatalogueOperation), nextCursor: v.nullable(v.string()) }),
})
