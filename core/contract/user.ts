import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import {
  DialCode,
  Email,
  Empty,
  GivenConsent,
  Id,
  Locale,
  PhoneNumber,
  Timestamp,
  text,
  VerificationCode,
} from './common.ts'

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

/** 128 random bits from POST /verification-codes that identify the requesting device. */
export const RequestId = Id

export const VerificationCodeSent = v.object({
  /** To be sent with the sign-in and with the next code request, for any number. */
  requestId: RequestId,
  /** Seconds until another code may be requested. */
  resendAfter: v.number(),
  /** Validity of the code, in seconds. */
  expiresIn: v.number(),
  /** The code itself, only in the demo. */
  demoCode: v.optional(v.string()),
})
export type VerificationCodeSent = v.InferOutput<typeof VerificationCodeSent>

/**
 * Details of 2004. `retryAfter`: seconds, if the limit is per phone. `network`: too many requests from the caller's
 * address.
 * `paused`: no codes to this country, or at all, for a while.
 */
export const TooSoon = v.union([
  v.object({ retryAfter: v.number() }),
  v.object({ reason: v.picklist(['network', 'paused']) }),
])
export type TooSoon = v.InferOutput<typeof TooSoon>

/** Details of 1008 for a number that can't get codes. */
export const PhoneRefused = v.object({
  field: v.literal('phoneNumber'),
  reason: v.picklist(['notMobile', 'countryNotServed']),
})
export type PhoneRefused = v.InferOutput<typeof PhoneRefused>

/**
 * Whether the gateway reported a failed delivery. Never whether one succeeded, because that would reveal other people's
 * active codes: their number gets no second message.
 */
export const CodeDelivery = v.object({ isUndelivered: v.boolean() })
export type CodeDelivery = v.InferOutput<typeof CodeDelivery>

export const getCodeDelivery = getCall('/verification-codes/{requestId}/delivery', {
  summary:
    'Returns whether the network couldn’t deliver the message with a code. False without a report of the SMS gateway, and for an unknown or expired request.',
  audience: 'anyone',
  params: v.strictObject({ requestId: RequestId }),
  result: CodeDelivery,
})

export const sendVerificationCode = postCall('/verification-codes', {
  summary:
    'Sends a six-digit code by SMS. Fails with 2004 if it is too soon: `{ retryAfter }` in seconds for a limit per phone, else `{ reason }`, `network` or `paused`. Fails with 1008 and `{ field, reason }` if the number isn’t mobile or its country isn’t served. Fails with 1014 if the SMS gateway rejects the message (retry at any time), and with 1005 if it doesn’t respond.',
  audience: 'anyone',
  body: v.strictObject({ ...Phone.entries, requestId: v.optional(RequestId) }),
  result: VerificationCodeSent,
  errors: [1005, 1008, 1014, 2004],
})

/** Null from a client that didn't ask; missing from clients of older releases, who are asked later. */
export const SignInConsent = v.optional(v.nullable(GivenConsent))

export const signIn = postCall('/users', {
  summary:
    'Signs in, and creates the account on first use. Fails with 2002 and `{ triesLeft }` for a wrong code, counted per device, or per address without `requestId`; at 0 the code is invalid for it. Fails with 2003 (only with a `requestId`) if the code has expired, and with 2004 like POST /verification-codes. Fails with 1008 for a null or outdated `consent`. The X-Site-Id header is optional.',
  audience: 'anyone',
  headers: [{ name: 'X-Site-Id', required: false, description: 'The site whose QR code was scanned.' }],
  body: v.strictObject({
    ...Phone.entries,
    code: VerificationCode,
    requestId: v.optional(RequestId),
    consent: SignInConsent,
  }),
  result: Account,
  errors: [2002, 2003, 2004],
})

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
