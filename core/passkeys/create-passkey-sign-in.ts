import { createActor, fromPromise } from 'xstate'
import type { ApiClient } from '../api/client.ts'
import type { App } from '../app.ts'
import { signInWithPasskey, startPasskeySignIn, type UsedPasskey } from '../contract/passkey.ts'
import type { Account } from '../contract/user.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { assertPresent, fromCall } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import type { Result } from '../lib/result.ts'
import { loadPasskeys } from './add-passkey.ts'
import { unwrapPasskey } from './passkey-problem.ts'
import { type PasskeySignInActor, passkeySignInMachine } from './passkey-sign-in.machine.ts'
import type { PasskeyAbilities, PasskeyAnswer, PasskeyPrompt } from './passkey-sign-in.ts'

type SignInByPasskey = (
  body: { passkey: UsedPasskey },
  options: { signal: CancelSignal },
) => Promise<Result<Account, ApiFailure>>

/** Sign-in with `signInByPasskey`, which exchanges a passkey for an account. Created, not started. */
export function createPasskeySignInBy(
  { api, auth, platform, options }: App,
  signInByPasskey: SignInByPasskey,
): PasskeySignInActor {
  const device = () => loadPasskeys(platform)
  return createActor(
    passkeySignInMachine.provide({
      actors: {
        findAbilities: fromPromise<PasskeyAbilities>(async () => {
          const { hasAutofill } = await device()
          return { hasAutofill: await hasAutofill().catch(() => false) }
        }),
        fetchOptions: fromCall(({ signal }) => api.call(startPasskeySignIn, { body: {} }, { signal })),
        offerPasskey: fromPromise<UsedPasskey, PasskeyPrompt>(async ({ input, signal }) =>
          unwrapPasskey(await (await device()).offer(assertPresent(input.options, 'options'), signal)),
        ),
        promptPasskey: fromPromise<UsedPasskey, PasskeyPrompt>(async ({ input, signal }) =>
          unwrapPasskey(await (await device()).prompt(assertPresent(input.options, 'options'), signal)),
        ),
        checkPasskey: fromCall<Account, PasskeyAnswer>(({ input, signal }) =>
          signInByPasskey({ passkey: assertPresent(input.passkey, 'passkey') }, { signal }),
        ),
      },
      actions: {
        useAccount: (_, { account }) => {
          platform.storage.set(storageKeys.passkeyOffer, 'answered')
          auth.send({ type: 'account.found', account })
        },
      },
    }),
    { clock: platform.clock, inspect: options.inspect },
  )
}

const signInTraveller =
  (api: ApiClient): SignInByPasskey =>
  (body, options) =>
    api.call(signInWithPasskey, { body }, options)

/** A traveller's sign-in with a passkey. Created, not started. */
export const createPasskeySignIn = (app: App): PasskeySignInActor =>
  createPasskeySignInBy(app, signInTraveller(app.api))
