import * as v from 'valibot'
import { employeeRoles, getCall, postCall } from './call.ts'
import { Id, requiredLines, Timestamp } from './common.ts'
import { happenedAtHeader } from './operation.ts'
import { OperatorOrderParams } from './operator.ts'

export const maxNoteCharacters = 500

/** A note about an order by an employee, only for operators. It changes nothing about the order. */
export const StaffNote = v.object({
  noteId: Id,
  author: v.object({ name: v.string(), role: v.picklist(employeeRoles) }),
  words: v.string(),
  /** When it was written, by the employee's device. */
  time: Timestamp,
  /** When an operator marked it as read; at once for an operator's own. */
  readTime: v.nullable(Timestamp),
})
export type StaffNote = v.InferOutput<typeof StaffNote>

export const operatorWriteNote = postCall('/operator/orders/{orderId}/notes', {
  summary:
    'Writes a note for operators about an order that the caller can see. It waits in the queue until an operator marks it as read; an operator’s own doesn’t.',
  audience: 'operator',
  roles: employeeRoles,
  idempotent: 'optional',
  headers: [happenedAtHeader],
  params: OperatorOrderParams,
  body: v.strictObject({ words: requiredLines(maxNoteCharacters) }),
  result: StaffNote,
  errors: [5004],
})

export const operatorListNotes = getCall('/operator/orders/{orderId}/notes', {
  summary: 'Returns the latest 100 notes about an order, newest first.',
  audience: 'operator',
  params: OperatorOrderParams,
  result: v.array(StaffNote),
  errors: [5004],
})

export const operatorReadNote = postCall('/operator/notes/{noteId}/read', {
  summary: 'Marks a note as read. Changes nothing if it is. Fails with 1002 for an unknown one.',
  audience: 'operator',
  params: v.strictObject({ noteId: Id }),
  body: v.strictObject({}),
  result: StaffNote,
  errors: [1002],
})
