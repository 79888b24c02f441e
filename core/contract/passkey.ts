import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { Id, requiredText, Timestamp } from './common.ts'
import { Account } from './user.ts'

export const Passkey = v.object({
  passkeyId: Id,
  /** The device that created it, until the traveller renames it. */
  name: v.string(),
  createTime: Timestamp,
  /** Null until it's used to sign in. */
  useTime: v.nullable(Timestamp),
})
export type Passkey = v.InferOutput<typeof Passkey>

/** Options for the browser, in the JSON form of WebAuthn. */
export const PasskeyOptions = v.looseObject({ challenge: v.string() })
export type PasskeyOptions = v.InferOutput<typeof PasskeyOptions>

const base64Url = (maximum: number) => v.pipe(v.string(), v.maxLength(maximum), v.regex(/^[A-Za-z0-9_-]+$/))
const credential = { id: base64Url(1_400), rawId: base64Url(1_400), type: v.literal('public-key') }

/** A new passkey, as `navigator.credentials.create` returns it. Other fields are ignored. */
export const CreatedPasskey = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64Url(4_000),
    attestationObject: base64Url(8_000),
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/))), v.maxLength(10))),
  }),
})
export type CreatedPasskey = v.InferOutput<typeof CreatedPasskey>

/** A signature by a passkey, as `navigator.credentials.get` returns it. Other fields are ignored. */
export const UsedPasskey = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64Url(4_000),
    authenticatorData: base64Url(4_000),
    signature: base64Url(2_000),
    userHandle: v.optional(base64Url(200)),
  }),
})
export type UsedPasskey = v.InferOutput<typeof UsedPasskey>

const PasskeyList = v.array(Passkey)

export const listPasskeys = getCall('/account/passkeys', {
  summary: 'Returns the caller’s passkeys, newest first.',
  audience: 'traveller',
  result: PasskeyList,
})

export const startPasskey = postCall('/account/passkeys/options', {
  summary:
    'Returns options for creating a passkey, valid for 5 minutes and one attempt. Fails with 1013 if the account has 10 passkeys.',
  audience: 'traveller',
  body: v.strictObject({}),
  result: PasskeyOptions,
  errors: [1013],
})

export const addPasskey = postCall('/account/passkeys', {
  summary:
    'Adds a passkey, named after the caller’s device. Fails with 1008 if it doesn’t match the options, and with 1013 if the account has 10 passkeys or another account has this one.',
  audience: 'traveller',
  body: v.strictObject({ passkey: CreatedPasskey }),
  result: PasskeyList,
  errors: [1008, 1013],
})

export const renamePasskey = postCall('/account/passkeys/{passkeyId}', {
  summary: 'Renames a passkey. Fails with 1002 for an unknown one.',
  audience: 'traveller',
  params: v.strictObject({ passkeyId: Id }),
  body: v.strictObject({ name: requiredText(60) }),
  result: PasskeyList,
  errors: [1002],
})

export const removePasskey = postCall('/account/passkeys/{passkeyId}/remove', {
  summary: 'Removes a passkey, which then no longer signs in. Fails with 1002 for an unknown one.',
  audience: 'traveller',
  params: v.strictObject({ passkeyId: Id }),
  body: v.strictObject({}),
  result: PasskeyList,
  errors: [1002],
})

export const startPasskeySignIn = postCall('/users/passkey/options', {
  summary:
    'Returns options for signing in with a passkey, valid for 5 minutes and one attempt. They name no account. Fails with 2004 and `{ reason: "network" }` after too many requests from the caller’s address.',
  audience: 'anyone',
  body: v.strictObject({}),
  result: PasskeyOptions,
  errors: [2004],
})

export const signInWithPasskey = postCall('/users/passkey', {
  summary:
    'Signs in with a passkey. Fails with 1002 if it is unknown or was removed, and for a wrong or repeated answer. Fails with 2004 and `{ reason: "network" }` after too many failures from the caller’s address.',
  audience: 'anyone',
  body: v.strictObject({ passkey: UsedPasskey }),
  result: Account,
  errors: [1002, 2004],
})
