import { createActor, fromPromise } from 'xstate'
import type { App } from '../app.ts'
import { signInWithConsent } from '../auth/device-consent.ts'
import {
  proveByPasskey,
  signInWithPasskey,
  startPasskeySignIn,
  type UsedPasskey,
} from '../contract/passkey.ts'
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

type ExchangePasskey<Value> = (
  body: { passkey: UsedPasskey },
  options: { signal: CancelSignal },
) => Promise<Result<Value, ApiFailure>>

type PasskeyUse<Value> = {
  exchange: ExchangePasskey<Value>
  useResult: (result: Value) => void
  /** Whether a field of the page lists the device's passkeys. */
  hasField: boolean
}

function createPasskeyUse<Value>(
  { api, platform, options }: App,
  { exchange, useResult, hasField }: PasskeyUse<Value>,
): PasskeySignInActor {
  const device = () => loadPasskeys(platform)
  return createActor(
    passkeySignInMachine.provide({
      actors: {
        findAbilities: fromPromise<PasskeyAbilities>(async () => {
          const { hasAutofill } = await device()
          return { hasAutofill: hasField && (await hasAutofill().catch(() => false)) }
        }),
        fetchOptions: fromCall(({ signal }) => api.call(startPasskeySignIn, { body: {} }, { signal })),
        offerPasskey: fromPromise<UsedPasskey, PasskeyPrompt>(async ({ input, signal }) =>
          unwrapPasskey(await (await device()).offer(assertPresent(input.options, 'options'), signal)),
        ),
        promptPasskey: fromPromise<UsedPasskey, PasskeyPrompt>(async ({ input, signal }) =>
          unwrapPasskey(await (await device()).prompt(assertPresent(input.options, 'options'), signal)),
        ),
        checkPasskey: fromCall<unknown, PasskeyAnswer>(({ input, signal }) =>
          exchange({ passkey: assertPresent(input.passkey, 'passkey') }, { signal }),
        ),
      },
      actions: { useResult: (_, { result }) => useResult(result as Value) },
    }),
    { clock: platform.clock, inspect: options.inspect },
  )
}

/** Sign-in with `exchange`, which returns the account of a passkey. Created, not started. */
export const createPasskeySignInBy = (app: App, exchange: ExchangePasskey<Account>): PasskeySignInActor =>
  createPasskeyUse(app, {
    exchange,
    useResult(account) {
      app.platform.storage.set(storageKeys.passkeyOffer, 'answered')
      app.auth.send({ type: 'account.found', account })
    },
    hasField: true,
  })

const signInTraveller =
  ({ api, platform: { storage } }: App): ExchangePasskey<Account> =>
  (body, options) =>
    signInWithConsent(storage, (consent) =>
      api.call(signInWithPasskey, { body: { ...body, ...consent } }, options),
    )

/** A traveller's sign-in with a passkey. Created, not started. */
export const createPasskeySignIn = (app: App): PasskeySignInActor =>
  createPasskeySignInBy(app, signInTraveller(app))

/** Proof of the signed-in account by one of its passkeys, passed to `useProof`. Created, not started. */
export const createPasskeyProof = (app: App, useProof: (proof: string) => void): PasskeySignInActor =>
  createPasskeyUse(app, {
    exchange: (body, options) => app.api.call(proveByPasskey, { body }, options),
    useResult: ({ proof }) => useProof(proof),
    hasField: false,
  })
