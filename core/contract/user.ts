import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { DialCode, Email, Empty, Id, Locale, PhoneNumber, Timestamp, text } from './common.ts'

export const Phone = v.strictObject({ dialCode: DialCode, phoneNumber: PhoneNumber })
export type Phone = v.InferOutput<typeof Phone>

export const Account = v.object({ token: v.pipe(v.string(), v.maxLength(200)), uin: Id })
export type Account = v.InferOutput<typeof Account>

export const UserProfile = v.object({
  id: Id,
  uin: Id,
  dialCode: v.string(),
  phone: v.string(),
  name: v.optional(v.string(), ''),
  email: v.optional(v.string(), ''),
  updateTime: Timestamp,
  createTime: Timestamp,
  /** Whether the number was verified by code; missing in answers of older servers. */
  isPhoneVerified: v.optional(v.boolean()),
  /** Whether `email` was confirmed by code, so that it signs in. */
  isEmailConfirmed: v.optional(v.boolean()),
  /** Version of the privacy policy that the account has agreed to, empty before; missing in answers of older servers. */
  privacyVersion: v.optional(v.string()),
  /** Whether receipts are mailed to `email`; missing if no mail server is set up. */
  mailsReceipts: v.optional(v.boolean()),
})
export type UserProfile = v.InferOutput<typeof UserProfile>

export const signOut = postCall('/users/sign-out', {
  summary: 'Signs out. The token stops working at the next call, the broker connection closes within 2 s.',
  audience: 'traveller',
  result: Empty,
})

export const updateProfile = postCall('/users/customers', {
  summary:
    'Changes the caller’s name or email. A changed email is unconfirmed, and the previous confirmed one gets a notice. Fails with 2005 for the confirmed email of an account whose number is unverified: it’s the only key.',
  audience: 'traveller',
  body: v.strictObject({ name: v.optional(text(60)), email: v.optional(Email) }),
  result: Empty,
  errors: [2005],
})

export const getProfiles = getCall('/users/customers', {
  summary: 'Returns profiles keyed by uin. Only the caller’s own is available.',
  audience: 'traveller',
  query: v.strictObject({ uins: v.pipe(v.array(Id), v.minLength(1), v.maxLength(1)) }),
  result: v.record(v.string(), UserProfile),
})

export const saveDevice = postCall('/user-devices', {
  summary: 'Saves the device’s language, which messages to this user are written in.',
  audience: 'traveller',
  body: v.strictObject({ languageTag: Locale }),
  result: Empty,
})
