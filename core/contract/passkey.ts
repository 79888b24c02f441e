import * as v from 'valibot'
import { employeeRoles, getCall, postCall } from './call.ts'
import { Id, requiredText, Timestamp } from './common.ts'
import { CrewSession } from './crew.ts'
import { ProvenAccount } from './email.ts'
import { Account } from './user.ts'
import { SignInConsent } from './verification-code.ts'

export const Passkey = v.object({
  passkeyId: Id,
  /** The device that created it, until its owner renames it. */
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
const PasskeyParams = v.strictObject({ passkeyId: Id })
const NewPasskey = v.strictObject({ passkey: CreatedPasskey })
const PasskeyName = v.strictObject({ name: requiredText(60) })
const PasskeyAnswer = v.strictObject({ passkey: UsedPasskey })

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
  body: NewPasskey,
  result: PasskeyList,
  errors: [1008, 1013],
})

export const renamePasskey = postCall('/account/passkeys/{passkeyId}', {
  summary: 'Renames a passkey. Fails with 1002 for an unknown one.',
  audience: 'traveller',
  params: PasskeyParams,
  body: PasskeyName,
  result: PasskeyList,
  errors: [1002],
})

export const removePasskey = postCall('/account/passkeys/{passkeyId}/remove', {
  summary: 'Removes a passkey, which then no longer signs in. Fails with 1002 for an unknown one.',
  audience: 'traveller',
  params: PasskeyParams,
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
    'Signs in a traveller with a passkey. Fails with 1002 if it is unknown, an employee’s or was removed, and for a wrong or repeated answer. Fails with 2004 and `{ reason: "network" }` after too many failures from the caller’s address. Fails with 1008 for a null or outdated `consent`.',
  audience: 'anyone',
  body: v.strictObject({ ...PasskeyAnswer.entries, consent: SignInConsent }),
  result: Account,
  errors: [1002, 2004],
})

export const proveByPasskey = postCall('/account/proofs/passkey', {
  summary:
    'Proves the caller’s account by one of its passkeys, like POST /account/proofs, with options from POST /users/passkey/options. Fails with 1002 for another account’s passkey, and otherwise like `signInWithPasskey`.',
  audience: 'traveller',
  body: PasskeyAnswer,
  result: ProvenAccount,
  errors: [1002, 2004],
})

export const listCrewPasskeys = getCall('/crew/passkeys', {
  summary: 'Returns the employee’s passkeys, newest first.',
  audience: 'operator',
  roles: employeeRoles,
  result: PasskeyList,
})

export const startCrewPasskey = postCall('/crew/passkeys/options', {
  summary:
    'Returns options for creating a passkey, like `startPasskey`. Fails with 1011 on a shared tablet, and with 2000 for the bootstrap operator, who has no number.',
  audience: 'operator',
  roles: employeeRoles,
  body: v.strictObject({}),
  result: PasskeyOptions,
  errors: [1013, 2000],
})

export const addCrewPasskey = postCall('/crew/passkeys', {
  summary: 'Adds a passkey to the employee, like `addPasskey`. Fails with 1011 on a shared tablet.',
  audience: 'operator',
  roles: employeeRoles,
  body: NewPasskey,
  result: PasskeyList,
  errors: [1008, 1013],
})

export const renameCrewPasskey = postCall('/crew/passkeys/{passkeyId}', {
  summary:
    'Renames a passkey of the employee. Fails with 1002 for an unknown one, and with 1011 on a shared tablet.',
  audience: 'operator',
  roles: employeeRoles,
  params: PasskeyParams,
  body: PasskeyName,
  result: PasskeyList,
  errors: [1002],
})

export const removeCrewPasskey = postCall('/crew/passkeys/{passkeyId}/remove', {
  summary:
    'Removes a passkey of the employee, which then no longer signs in. Fails with 1002 for an unknown one, and with 1011 on a shared tablet.',
  audience: 'operator',
  roles: employeeRoles,
  params: PasskeyParams,
  body: v.strictObject({}),
  result: PasskeyList,
  errors: [1002],
})

export const signInEmployeeWithPasskey = postCall('/crew/sessions/passkey', {
  summary:
    'Signs in an employee with a passkey, with options from POST /users/passkey/options. Fails with 1002 if it is unknown, a traveller’s or was removed, and with 2004 like `signInWithPasskey`. Only after a right answer, fails with 2005 for a disabled employee, 2009 if their region is closed, and 2010 if their site is.',
  audience: 'anyone',
  body: PasskeyAnswer,
  result: CrewSession,
  errors: [1002, 2004, 2005, 2009, 2010],
})
