import * as v from 'valibot'
import { getCall } from './call.ts'
import { CatalogueChange } from './catalogue-calls.ts'
import { Cursor, Id, Timestamp } from './common.ts'
import { operationActions } from './enumerations.ts'

/**
 * `orders`: acts on orders. `views`: personal data and room passwords that employees saw (801, 802). `catalogue`: changes
 * of the company's data. `people`: exports, deletions and searches of personal data.
 */
export const auditTypes = ['orders', 'views', 'catalogue', 'people'] as const
export type AuditType = (typeof auditTypes)[number]

export const AuditEntry = v.object({
  operationId: Id,
  type: v.picklist(auditTypes),
  /** Null for `people`. */
  action: v.nullable(v.picklist(Object.values(operationActions))),
  /** `traveller:{uin}`, `employee:{id}`, `provider:{name}` or `system`. */
  actor: v.string(),
  /** An employee's name; null for other actors. */
  actorName: v.nullable(v.string()),
  orderId: v.nullable(Id),
  orderNumber: v.nullable(v.string()),
  /** Only for `catalogue`. */
  change: v.nullable(CatalogueChange),
  /** Facts such as tag codes or the reason of an export; never a phone number or a code. */
  details: v.record(v.string(), v.unknown()),
  time: Timestamp,
  happenedAt: v.nullable(Timestamp),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

export const operatorListAudit = getCall('/operator/audit', {
  summary:
    'Returns the log of orders, catalogue and personal data, newest first, 50 per page, optionally of one employee, one order (id or number), one type, or a time.',
  audience: 'operator',
  query: v.strictObject({
    employeeId: v.optional(Id),
    order: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40))),
    type: v.optional(v.picklist(auditTypes)),
    from: v.optional(Timestamp),
    until: v.optional(Timestamp),
    cursor: v.optional(Cursor),
  }),
  result: v.object({ list: v.array(AuditEntry), nextCursor: v.nullable(v.string()) }),
})
