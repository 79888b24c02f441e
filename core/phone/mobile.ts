import { type CountryCode, isSupportedCountry, parsePhoneNumberWithError } from 'libphonenumber-js/max'
import type { Phone } from '../contract/user.ts'

export const isPhoneCountry = (code: string): boolean => isSupportedCountry(code as CountryCode)

/**
 * Two-letter region of a mobile number; null for any other type of number or an unknown region. Plans that don't
 * distinguish mobile numbers (`1`) count fixed lines as mobile.
 */
export function mobileRegion({ dialCode, phoneNumber }: Phone): string | null {
  try {
    const parsed = parsePhoneNumberWithError(`+${dialCode}${phoneNumber}`)
    const type = parsed.getType()
    return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' ? (parsed.country ?? null) : null
  } catch {
    return null
  }
}
