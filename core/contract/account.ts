import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { Empty, Id, requiredText, Timestamp, VerificationCode } from './common.ts'
import { Phone, RequestId } from './user.ts'

export const SignedInDevice = v.object({
  deviceId: Id,
  /** From its user agent, such as "Safari · iPhone"; empty if unknown. */
  name: v.string(),
  isThis: v.boolean(),
  createTime: Timestamp,
  /** Last use, up to an hour late. */
  useTime: Timestamp,
})
export type SignedInDevice = v.InferOutput<typeof SignedInDevice>

/** Obstacles to deleting an account, and the data kept afterwards. */
export const DeletionTerms = v.object({
  /** Orders that aren't over or have an open refund or dispute. */
  ongoing: v.array(v.object({ orderId: Id, orderNumber: v.string() })),
  /** Orders kept with their payments, but without names, phone numbers, photos and texts. */
  keptOrders: v.number(),
  /** When those are deleted; null without any. */
  keptUntil: v.nullable(Timestamp),
})
export type DeletionTerms = v.InferOutput<typeof DeletionTerms>

/** Download link, valid for minutes and for one complete download. */
export const AccountExport = v.object({ url: v.string(), expiresAt: Timestamp })
export type AccountExport = v.InferOutput<typeof AccountExport>

export const listDevices = getCall('/account/devices', {
  summary: 'The devices that the caller is signed in on, the latest used first.',
  audience: 'traveller',
  result: v.array(SignedInDevice),
})

export const endDevice = postCall('/account/devices/{deviceId}/end', {
  summary: 'Ends one device: its next call answers 1010, its line is closed within 2 s.',
  audience: 'traveller',
  params: v.strictObject({ deviceId: Id }),
  body: v.strictObject({}),
  result: Empty,
  errors: [1002],
})

export const endOtherDevices = postCall('/account/devices/end-others', {
  summary: 'Ends all devices but the one that asks.',
  audience: 'traveller',
  body: v.strictObject({}),
  result: v.object({ ended: v.number() }),
})

export const exportAccount = postCall('/account/export', {
  summary:
    'Makes an address of everything about the caller as one zip: JSON and the photos. It works for 5 minutes while the caller is signed in, until all of it was sent once; what breaks off may be begun again. 1012 (429) after three whole downloads within 24 hours, and after twelve begun ones.',
  audience: 'traveller',
  body: v.strictObject({}),
  result: AccountExport,
  errors: [1012],
})

export const getDeletionTerms = getCall('/account/deletion', {
  summary: 'What stands in the way of deleting the account, and what stays of it until when.',
  audience: 'traveller',
  result: DeletionTerms,
})

export const deleteAccount = postCall('/account/delete', {
  summary:
    'Deletes the caller’s account against a code that was sent to its phone number. 2002, 2003 and 2004 as POST /users. 2005 (409) while an order is ongoing.',
  audience: 'traveller',
  body: v.strictObject({ code: VerificationCode, requestId: v.optional(RequestId) }),
  result: DeletionTerms,
  errors: [2002, 2003, 2004, 2005],
})

/** An operator's access to a person's data (operation 801). */
export const PersonOperation = v.object({
  operationId: Id,
  action: v.literal(801),
  logType: v.number(),
  actor: v.string(),
  /** Null for a receiver without an account. */
  uin: v.nullable(Id),
  what: v.picklist(['export', 'delete', 'orders']),
  reason: v.string(),
  time: Timestamp,
})
export type PersonOperation = v.InferOutput<typeof PersonOperation>

/** The person whose data an operator accesses, and why. */
export const PersonAsked = v.strictObject({ ...Phone.entries, reason: requiredText(200) })

export const operatorExportPerson = postCall('/operator/persons/export', {
  summary:
    'The same address for somebody who asked for their data; logged as 801. 2000 for an unknown number.',
  audience: 'operator',
  body: PersonAsked,
  result: AccountExport,
  errors: [2000],
})

export const operatorDeletePerson = postCall('/operator/persons/delete', {
  summary:
    'Deletes the account of somebody who asked for it, as they would themselves; logged as 801. 2000 for an unknown number, 2005 (409) while an order is ongoing.',
  audience: 'operator',
  body: PersonAsked,
  result: DeletionTerms,
  errors: [2000, 2005],
})

export const operatorListPersonLog = getCall('/operator/persons/log', {
  summary: 'Who exported, deleted and looked for whose data, the latest 100 first.',
  audience: 'operator',
  result: v.array(PersonOperation),
})
