import * as v from 'valibot'
import { PhoneRefused, TooSoon } from '../contract/verification-code.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, fieldOf, isRefusedWith, reasonOf } from '../lib/failure.ts'
import { toFailure } from '../lib/from-call.ts'
import { policy } from '../policy/numbers.ts'
import type { AuthProblem } from './sign-in.ts'

/** The refusal that the server would return, for a parameter that is checked locally. */
export const paramRefusal = (details: Readonly<Record<string, string>> | null): ApiFailure => ({
  kind: 'refused',
  code: errorCodes.paramError,
  message: '',
  details,
})

const UnknownDialCode = v.object({ reason: v.literal('unknownDialCode'), dialCode: v.string() })
const WrongCode = v.object({ triesLeft: v.pipe(v.number(), v.minValue(1)) })

/** Whether the problem is about the code itself: missing, wrong or no longer valid. */
export const isAboutCode = ({ code }: AuthProblem): boolean =>
  ['codeRequired', 'wrongCode', 'burntCode', 'expiredCode'].includes(code)

/** Why a consent was refused; null for another failure. */
export function consentProblemOf(failure: ApiFailure) {
  if (failure.kind !== 'refused' || fieldOf(failure.details) !== 'consent') return null
  return { code: reasonOf(failure.details) === 'version' ? 'policyChanged' : 'consentRequired' } as const
}

function toProblem(failure: ApiFailure): AuthProblem {
  if (failure.kind !== 'refused') return { code: failure.kind }
  const consentProblem = consentProblemOf(failure)
  if (consentProblem) return consentProblem
  switch (failure.code) {
    case errorCodes.verificationCodeTooSoon: {
      const parsed = v.safeParse(TooSoon, failure.details)
      const details = parsed.success ? parsed.output : { retryAfter: policy.codeResendSeconds }
      if ('retryAfter' in details) return { code: 'tooSoon', retryAfter: details.retryAfter }
      return { code: details.reason === 'paused' ? 'sendingPaused' : 'tooManyFromHere' }
    }
    case errorCodes.verificationCodeError: {
      const wrong = v.safeParse(WrongCode, failure.details)
      return wrong.success ? { code: 'wrongCode', ...wrong.output } : { code: 'burntCode' }
    }
    case errorCodes.verificationCodeExpired:
      return { code: 'expiredCode' }
    default:
      return { code: 'refused', errorCode: failure.code }
  }
}

export function sendProblemOf(error: unknown): AuthProblem {
  const failure = toFailure(error)
  if (isRefusedWith(failure, errorCodes.siteNotExists)) return { code: 'unknownPlace' }
  if (failure.kind !== 'refused' || failure.code !== errorCodes.paramError) return toProblem(failure)
  const consentProblem = consentProblemOf(failure)
  if (consentProblem) return consentProblem
  if (fieldOf(failure.details) === 'email') return { code: 'invalidEmail' }
  const unknown = v.safeParse(UnknownDialCode, failure.details)
  if (unknown.success) return { code: 'unknownDialCode', dialCode: unknown.output.dialCode }
  const refused = v.safeParse(PhoneRefused, failure.details)
  return { code: refused.success ? refused.output.reason : 'invalidPhone' }
}

/** Why a code failed to sign in. `tooManyTries` is a longer wait than the one between two codes. */
export function signInProblemOf(error: unknown): AuthProblem {
  const problem = toProblem(toFailure(error))
  return problem.code === 'tooSoon' ? { code: 'tooManyTries', retryAfter: problem.retryAfter } : problem
}

export function profileProblemOf(error: unknown): AuthProblem {
  const failure = toFailure(error)
  const field = failure.kind === 'refused' ? fieldOf(failure.details) : null
  if (isRefusedWith(failure, errorCodes.userStateError)) return { code: 'onlyKey' }
  if (!isRefusedWith(failure, errorCodes.paramError)) return toProblem(failure)
  if (field === 'name') return { code: 'nameRequired' }
  return field === 'email' ? { code: 'invalidEmail' } : toProblem(failure)
}
