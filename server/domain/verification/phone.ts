import type { Phone, PhoneRefused } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { canonicalPhone, mobileRegion } from '@handsfree/core/phone'
import { ApiError } from '../../runtime/http/api-error.ts'

/** Throws 1008 for an invalid number. */
export function validPhone(phone: Phone): Phone {
  const canonical = canonicalPhone(phone)
  if (canonical) return canonical
  const issues = [{ path: 'body.phoneNumber', message: 'invalid phone number' }]
  throw new ApiError(errorCodes.paramError, 'param error', { details: { issues } })
}

export type TextRefusal = PhoneRefused['reason']

const phoneRefusal = (reason: TextRefusal) =>
  new ApiError(errorCodes.paramError, 'param error', {
    details: { field: 'phoneNumber', reason } satisfies PhoneRefused,
  })

/** Returns why a valid number can't get texts, or null. Only mobile numbers of served countries can. */
export function textRefusal(phone: Phone, servedCountries: readonly string[] | null): TextRefusal | null {
  const country = mobileRegion(phone)
  if (!country) return 'notMobile'
  return servedCountries && !servedCountries.includes(country) ? 'countryNotServed' : null
}

/** Returns a phone and its country. Throws 1008 unless it's a mobile number of a served country. */
export function servedPhone(
  given: Phone,
  servedCountries: readonly string[] | null,
): { phone: Phone; country: string } {
  const phone = validPhone(given)
  const reason = textRefusal(phone, servedCountries)
  if (reason) throw phoneRefusal(reason)
  return { phone, country: mobileRegion(phone)! }
}
