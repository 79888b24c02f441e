import type { Phone } from '../api/contract/user.ts'
import { policy } from '../policy/numbers.ts'
import type { AuthContext } from './auth.types.ts'

/** Calling code and number in one (spec section 3). */
export const fullNumber = ({ dialCode, phoneNumber }: Phone): string => `${dialCode}${phoneNumber}`

/**
 * Whether a code that this device asked for still opens the number that is entered. One that would end later than any
 * code can is of a clock that was wrong.
 */
export function isCodeOut({ phone, sentTo, expiresAt, now }: AuthContext): boolean {
  const left = expiresAt - now()
  return sentTo === fullNumber(phone) && left > 0 && left <= policy.codeValidSeconds * 1_000
}
