import type { Phone } from '../contract/user.ts'
import { policy } from '../policy/numbers.ts'
import type { SignInContext } from './sign-in.ts'

/** Calling code and number in one (spec section 3). */
export const fullNumber = ({ dialCode, phoneNumber }: Phone): string => `${dialCode}${phoneNumber}`

/**
 * Whether a code that ends at `expiresAt` may still be typed. An end later than any code's comes from a wrong clock.
 */
export function isUnexpired(expiresAt: number, now: number): boolean {
  const left = expiresAt - now
  return left > 0 && left <= policy.codeValidSeconds * 1_000
}

/** Whether a code that this device requested is still valid for the entered number. */
export const isCodeValid = ({ phone, sentTo, expiresAt, now }: SignInContext): boolean =>
  sentTo === fullNumber(phone) && isUnexpired(expiresAt, now())

/**
 * When the code that is asked for ends. One that another device requested was sent before the wait for the next one
 * began.
 */
export const endOfCode = (context: SignInContext): number =>
  isCodeValid(context)
    ? context.expiresAt
    : context.resendAt + (policy.codeValidSeconds - policy.codeResendSeconds) * 1_000
