import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { Email, Empty, VerificationCode } from './common.ts'
import { Account, Phone } from './user.ts'
import { RequestId, SignInConsent, VerificationCodeSent } from './verification-code.ts'

/** An address that can get mail. */
export const EmailAddress = v.pipe(Email, v.nonEmpty('must be one email address'))

/** Whether codes can be sent by text message and by e-mail. */
export const SignInWays = v.object({ text: v.boolean(), email: v.boolean() })
export type SignInWays = v.InferOutput<typeof SignInWays>

export const getSignInWays = getCall('/sign-in-ways', {
  summary: 'Returns whether codes can be sent by text message and by e-mail.',
  audience: 'anyone',
  result: SignInWays,
})

export const sendEmailCode = postCall('/email-codes', {
  summary:
    'Sends a six-digit code by e-mail, with the same answer for known and unknown addresses. Fails with 2004 like POST /verification-codes, with 1014 if mail isn’t set up, and with 1005 if the mail server doesn’t accept it.',
  audience: 'anyone',
  body: v.strictObject({ email: EmailAddress, requestId: v.optional(RequestId) }),
  result: VerificationCodeSent,
  errors: [1005, 1008, 1014, 2004],
})

export const signInByEmail = postCall('/users/email', {
  summary:
    'Signs in to the account with this confirmed address. Without one, creates an account with `phone`, whose number stays unverified until POST /account/phone. Fails with 2000 if there’s no account and no `phone`; the code stays valid. Fails with 2002, 2003 or 2004 like POST /users. Fails with 1008 for a null or outdated `consent`.',
  audience: 'anyone',
  headers: [{ name: 'X-Site-Id', required: false, description: 'The site whose QR code was scanned.' }],
  body: v.strictObject({
    email: EmailAddress,
    code: VerificationCode,
    requestId: v.optional(RequestId),
    phone: v.optional(Phone),
    consent: SignInConsent,
  }),
  result: Account,
  errors: [1008, 2000, 2002, 2003, 2004],
})

export const confirmEmail = postCall('/account/email', {
  summary:
    'Confirms an address by the code sent to it, and makes it the account’s. The previous confirmed address gets a notice. Fails with 1013 if another account has confirmed it, and with 2002, 2003 or 2004 like POST /users.',
  audience: 'traveller',
  body: v.strictObject({ email: EmailAddress, code: VerificationCode, requestId: v.optional(RequestId) }),
  result: Empty,
  errors: [1013, 2002, 2003, 2004],
})

/** Codes that prove an account: sent to its verified number or to its confirmed address. */
export const ProofWay = v.picklist(['phone', 'email'])
export type ProofWay = v.InferOutput<typeof ProofWay>

export const AccountProof = v.pipe(v.string(), v.regex(/^[\w-]{20,80}$/))

export const ProvenAccount = v.object({ proof: AccountProof })

export const proveAccount = postCall('/account/proofs', {
  summary:
    'Proves the caller’s account by a code sent to its verified number or its confirmed address. The proof is for POST /account/phone, on this device, for 10 minutes. Fails with 2005 if the account has no such key, and with 2002, 2003 or 2004 like POST /users.',
  audience: 'traveller',
  body: v.strictObject({ way: ProofWay, code: VerificationCode, requestId: v.optional(RequestId) }),
  result: ProvenAccount,
  errors: [2002, 2003, 2004, 2005],
})

export const changePhone = postCall('/account/phone', {
  summary:
    'Makes a number the account’s, by the code sent to it. Verifying the account’s own number needs no `proof`. The other devices are signed out, and the previous number and the confirmed address get a notice. Fails with 1012 without a valid proof, with 1013 if another account has verified the number, and with 2002, 2003 or 2004 like POST /users.',
  audience: 'traveller',
  body: v.strictObject({
    ...Phone.entries,
    code: VerificationCode,
    requestId: v.optional(RequestId),
    proof: v.optional(AccountProof),
  }),
  result: Empty,
  errors: [1008, 1012, 1013, 2002, 2003, 2004],
})
