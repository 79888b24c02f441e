import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { Empty, Id, requiredText, Timestamp, VerificationCode } from './common.ts'
import { EmailAddress, ProofWay } from './email.ts'
import { Phone } from './user.ts'
import { RequestId } from './verification-code.ts'

export const SignedInDevice = v.object({
  deviceId: Id,
  /** From its user agent, such as "Safari · iPhone"; empty if unknown. */
  name: v.string(),
  isThis: v.boolean(),
  /** A site’s tablet that an employee unlocked by PIN. */
  isShared: v.optional(v.boolean()),
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
  summary: 'Returns the devices that the caller is signed in on, last used first.',
  audience: 'traveller',
  result: v.array(SignedInDevice),
})

export const endDevice = postCall('/account/devices/{deviceId}/end', {
  summary:
    'Signs out one device. Its next call fails with 1010 and its connection closes within 2 s. Fails with 1002 for an unknown device.',
  audience: 'traveller',
  params: v.strictObject({ deviceId: Id }),
  body: v.strictObject({}),
  result: Empty,
  errors: [1002],
})

export const endOtherDevices = postCall('/account/devices/end-others', {
  summary: 'Signs out every device except the caller’s.',
  audience: 'traveller',
  body: v.strictObject({}),
  result: v.object({ ended: v.number() }),
})

export const exportAccount = postCall('/account/export', {
  summary:
    'Returns a link that downloads the caller’s data as a ZIP of JSON and photos. The link works for 5 minutes, while the caller is signed in, for one complete download; interrupted downloads can be restarted. Fails with 1012 (429) after 3 complete downloads or 12 links within 24 hours.',
  audience: 'traveller',
  body: v.strictObject({}),
  result: AccountExport,
  errors: [1012],
})

export const getDeletionTerms = getCall('/account/deletion', {
  summary: 'Returns the orders that block deleting the account, and the data that is kept afterwards.',
  audience: 'traveller',
  result: DeletionTerms,
})

export const deleteAccount = postCall('/account/delete', {
  summary:
    'Deletes the caller’s account. Needs a verification code sent to its verified phone number or, with `way`, to its confirmed address. Fails with 2002, 2003 or 2004 like POST /users, and with 2005 (409) while an order is ongoing or without such a key.',
  audience: 'traveller',
  body: v.strictObject({
    code: VerificationCode,
    requestId: v.optional(RequestId),
    way: v.optional(ProofWay),
  }),
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

/**
 * The person whose data an operator accesses, and why. Only with the confirmed `email` can it be an account whose number
 * isn't verified.
 */
export const PersonAsked = v.strictObject({
  ...Phone.entries,
  email: v.optional(EmailAddress),
  reason: requiredText(200),
})

export const operatorExportPerson = postCall('/operator/persons/export', {
  summary:
    'Returns a link that downloads the data of a person who asked for it, as POST /account/export does. Without `email`, the account that verified the number; with it, the account with this number and this confirmed address. Logged as 801. Fails with 2000 for an unknown account.',
  audience: 'operator',
  body: PersonAsked,
  result: AccountExport,
  errors: [2000],
})

export const operatorDeletePerson = postCall('/operator/persons/delete', {
  summary:
    'Deletes the account of a person who asked for it, as POST /account/delete does. Without `email`, the account that verified the number; with it, the account with this number and this confirmed address. Logged as 801. Fails with 2000 for an unknown account, and with 2005 (409) while an order is ongoing.',
  audience: 'operator',
  body: PersonAsked,
  result: DeletionTerms,
  errors: [2000, 2005],
})

export const operatorListPersonLog = getCall('/operator/persons/log', {
  summary:
    'Returns the latest 100 exports, deletions and searches of personal data by operators, newest first.',
  audience: 'operator',
  result: v.array(PersonOperation),
})
