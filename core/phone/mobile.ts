import { type CountryCode, isSupportedCountry, parsePhoneNumberWithError } from 'libphonenumber-js/max'
import type { Phone } from '../contract/user.ts'

/** Whether this is the two-letter code of a country or region that has telephone numbers. */
export const isPhoneCountry = (code: string): boolean => isSupportedCountry(code as CountryCode)

/**
 * The two-letter region whose mobile network a number belongs to; null for a fixed line, a premium, shared-cost or any
 * other number that is not mobile, and for one of no region. Where a plan does not distinguish them (`1`), fixed lines
 * count as mobile.
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
