import type { Phone } from '../contract/user.ts'
import { policy } from '../policy/numbers.ts'
import type { SignInContext } from './sign-in.ts'

/** Calling code and number in one (spec section 3). */
export const fullNumber = ({ dialCode, phoneNumber }: Phone): string => `${dialCode}${phoneNumber}`

/** Whether a code is still valid. An expiry beyond any code's lifetime comes from a wrong clock. */
export function isUnexpired(expiresAt: number, now: number): boolean {
  const remainingMs = expiresAt - now
  return remainingMs > 0 && remainingMs <= policy.codeValidSeconds * 1_000
}

/** Whether a code requested by this device is still valid for the entered number. */
export const isCodeValid = ({ phone, sentTo, expiresAt, now }: SignInContext): boolean =>
  sentTo === fullNumber(phone) && isUnexpired(expiresAt, now())

/**
 * Expiry of the awaited code, in ms since 1970. A code requested by another device was sent before the current wait
 * started.
 */
export const endOfCode = (context: SignInContext): number =>
  isCodeValid(context)
    ? context.expiresAt
    : context.resendAt + (policy.codeValidSeconds - policy.codeResendSeconds) * 1_000
