import type { CreatedPasskey, PasskeyOptions, UsedPasskey } from '@handsfree/core/contract'
import { type DevicePasskeys, fail, ok, type PasskeyFailure, type Result } from '@handsfree/core/lib'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'

/** Browsers use `NotAllowedError` for a canceled prompt and for one that timed out. */
function failureOf(error: unknown): PasskeyFailure {
  if (!(error instanceof Error)) return { code: 'failed' }
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return { code: 'alreadyHere' }
  }
  return { code: ['NotAllowedError', 'AbortError'].includes(error.name) ? 'cancelled' : 'failed' }
}

async function ask<Answer>(
  answer: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Result<Answer, PasskeyFailure>> {
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    signal.throwIfAborted()
    return ok(await answer())
  } catch (error) {
    return fail(failureOf(error))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

const creationOptions = (options: PasskeyOptions) =>
  options as unknown as PublicKeyCredentialCreationOptionsJSON
const requestOptions = (options: PasskeyOptions) =>
  options as unknown as PublicKeyCredentialRequestOptionsJSON

export const isAvailable: DevicePasskeys['isAvailable'] = () =>
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()

export const hasAutofill: DevicePasskeys['hasAutofill'] = async () =>
  (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false

export const create: DevicePasskeys['create'] = (options, signal) =>
  ask(async (): Promise<CreatedPasskey> => {
    const { id, rawId, response } = await startRegistration({ optionsJSON: creationOptions(options) })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, attestationObject, transports },
    }
  }, signal)

const sign = (options: PasskeyOptions, signal: AbortSignal, isOffer: boolean) =>
  ask(async (): Promise<UsedPasskey> => {
    const { id, rawId, response } = await startAuthentication({
      optionsJSON: requestOptions(options),
      useBrowserAutofill: isOffer,
    })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
    }
  }, signal)

export const prompt: DevicePasskeys['prompt'] = (options, signal) => sign(options, signal, false)
export const offer: DevicePasskeys['offer'] = (options, signal) => sign(options, signal, true)

type CodeCredentials = {
  get(request: { otp: { transport: ['sms'] }; signal: AbortSignal }): Promise<{ code: string } | null>
}

/** WebOTP (https://wicg.github.io/web-otp), in Chromium on Android. TypeScript doesn't know it yet. */
export async function receiveCode(signal: AbortSignal): Promise<string> {
  const credentials = navigator.credentials as unknown as CodeCredentials
  const received = await credentials.get({ otp: { transport: ['sms'] }, signal })
  if (!received) throw new Error('no code was allowed')
  return received.code
}
