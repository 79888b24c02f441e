import * as v from 'valibot'
import { call } from './call.ts'
import {
  DialCode,
  Email,
  Empty,
  Id,
  Locale,
  PhoneNumber,
  Timestamp,
  text,
  VerificationCode,
} from './common.ts'

/** Phone entry: calling code and national number. */
export const Phone = v.strictObject({ dialCode: DialCode, phoneNumber: PhoneNumber })
export type Phone = v.InferOutput<typeof Phone>

/** What sign-in answers and the client keeps. */
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
})
export type UserProfile = v.InferOutput<typeof UserProfile>

export const VerificationCodeSent = v.object({
  /** Seconds until another code may be asked for. */
  resendAfter: v.number(),
  /** Seconds that the code is good for. */
  expiresIn: v.number(),
  /** The code itself: in the demo only. */
  demoCode: v.optional(v.string()),
})
export type VerificationCodeSent = v.InferOutput<typeof VerificationCodeSent>

export const sendVerificationCode = call({
  method: 'POST',
  path: '/verification-codes',
  summary: 'Sends a six-digit code by SMS. Too soon answers 2004 with `{ retryAfter }` in seconds.',
  audience: 'anyone',
  body: Phone,
  result: VerificationCodeSent,
  errors: [2004],
})

export const signIn = call({
  method: 'POST',
  path: '/users',
  summary:
    'Signs in, creating the user the first time. 2002 carries `{ triesLeft }`; with 0 left the code is burnt. Optional X-Site-Id header.',
  audience: 'anyone',
  headers: [{ name: 'X-Site-Id', required: false, description: 'The site whose QR code was scanned.' }],
  body: v.strictObject({ dialCode: DialCode, phoneNumber: PhoneNumber, code: VerificationCode }),
  result: Account,
  errors: [2002, 2003],
})

export const signOut = call({
  method: 'POST',
  path: '/users/sign-out',
  summary: 'Ends the token: dead at the next call, its broker connection within 2 s.',
  audience: 'traveller',
  result: Empty,
})

export const updateProfile = call({
  method: 'POST',
  path: '/users/customers',
  summary: 'Changes name or email of the caller.',
  audience: 'traveller',
  body: v.strictObject({ name: v.optional(text(60)), email: v.optional(Email) }),
  result: Empty,
})

export const getProfiles = call({
  method: 'GET',
  path: '/users/customers',
  summary: 'Profiles keyed by uin. Answers the caller’s own entry only.',
  audience: 'traveller',
  query: v.strictObject({ uins: v.pipe(v.array(Id), v.minLength(1), v.maxLength(1)) }),
  result: v.record(v.string(), UserProfile),
})

export const saveDevice = call({
  method: 'POST',
  path: '/user-devices',
  summary: 'Device configuration: the language that messages to this user are written in.',
  audience: 'traveller',
  body: v.strictObject({ languageTag: Locale }),
  result: Empty,
})
