import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { GivenConsent, Id, VerificationCode } from './common.ts'
import { Account, Phone } from './user.ts'

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

/** Null is refused. People whose client sends none are asked with their next order. */
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
