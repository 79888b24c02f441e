import type { App } from '../app.ts'
import { signInEmployeeWithPasskey } from '../contract/passkey.ts'
import { ok } from '../lib/result.ts'
import { createPasskeySignInBy } from '../passkeys/create-passkey-sign-in.ts'
import type { PasskeySignInActor } from '../passkeys/passkey-sign-in.machine.ts'
import { toAccount } from './session.ts'

/** An employee's sign-in with a passkey. Created, not started. */
export const createCrewPasskeySignIn = (app: App): PasskeySignInActor =>
  createPasskeySignInBy(app, async (body, options) => {
    const session = await app.api.call(signInEmployeeWithPasskey, { body }, options)
    return session.ok ? ok(toAccount(session.value)) : session
  })
