import { consentProblemOf } from '../auth/auth-problem.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { toFailure } from '../lib/from-call.ts'
import type { PasskeyFailure } from '../lib/platform.ts'
import type { Result } from '../lib/result.ts'

export type PasskeyProblem =
  | PasskeyFailure
  /** Unknown to the server, removed, or answered too late. */
  | { code: 'unknown' }
  | { code: 'tooManyTries' }
  /** As for other sign-ins. */
  | { code: 'consentRequired' | 'policyChanged' }
  | { code: 'tooMany' }
  | { code: 'network' }
  | { code: 'refused'; errorCode: number }
  | { code: 'unexpected' }

/** Error with which actors reject that ask the device. */
export class PasskeyFailureError extends Error {
  readonly failure: PasskeyFailure

  constructor(failure: PasskeyFailure) {
    super(failure.code)
    this.failure = failure
  }
}

/** Unwraps the device's result. Throws `PasskeyFailureError`. */
export function unwrapPasskey<Value>(result: Result<Value, PasskeyFailure>): Value {
  if (result.ok) return result.value
  throw new PasskeyFailureError(result.error)
}

const codes: Readonly<Record<number, 'unknown' | 'tooManyTries' | 'tooMany'>> = {
  [errorCodes.notFound]: 'unknown',
  [errorCodes.verificationCodeTooSoon]: 'tooManyTries',
  [errorCodes.dbExists]: 'tooMany',
}

/** Why a passkey wasn't added, changed or accepted. */
export function passkeyProblemOf(error: unknown): PasskeyProblem {
  if (error instanceof PasskeyFailureError) return error.failure
  const failure = toFailure(error)
  if (failure.kind !== 'refused') return { code: failure.kind }
  const consentProblem = consentProblemOf(failure)
  if (consentProblem) return consentProblem
  const code = codes[failure.code]
  return code ? { code } : { code: 'refused', errorCode: failure.code }
}
