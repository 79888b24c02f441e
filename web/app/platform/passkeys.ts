import type { CreatedPasskey, PasskeyOptions, UsedPasskey } from '@handsfree/core/contract'
import { fail, ok, type PasskeyFailure, type Result } from '@handsfree/core/lib'
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
  prompt: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Result<Answer, PasskeyFailure>> {
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    signal.throwIfAborted()
    return ok(await prompt())
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

export const createPasskey = (options: PasskeyOptions, signal: AbortSignal) =>
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

export const usePasskey = (options: PasskeyOptions, signal: AbortSignal, isOffer: boolean) =>
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
