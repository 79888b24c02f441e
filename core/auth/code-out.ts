import type { Phone } from '../api/contract/user.ts'
import { homeNumbers } from '../policy/home-numbers.ts'
import type { SignInContext } from './sign-in.types.ts'

/** Calling code and number in one (spec section 3). */
export const fullNumber = ({ dialCode, phoneNumber }: Phone): string => `${dialCode}${phoneNumber}`

/**
 * Whether a code that ends at `expiresAt` may still be typed. An end later than any code's comes from a wrong clock.
 */
export function isRunning(expiresAt: number, now: number): boolean {
  const left = expiresAt - now
  return left > 0 && left <= homeNumbers.codeValidSeconds * 1_000
}

/** Whether a code that this device requested is still valid for the entered number. */
export const isOut = ({ phone, sentTo, expiresAt, now }: SignInContext): boolean =>
  sentTo === fullNumber(phone) && isRunning(expiresAt, now())

/**
 * When the code that is asked for ends. One that another device requested was sent before the wait for the next one
 * began.
 */
export const endOfCode = (context: SignInContext): number =>
  isOut(context)
    ? context.expiresAt
    : context.resendAt + (homeNumbers.codeValidSeconds - homeNumbers.codeResendSeconds) * 1_000
